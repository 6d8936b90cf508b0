import type { Command } from 'commander';
import type { RecordCodec } from '../../shared/contracts/records/record.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { addFields, addKeyArguments } from './record-options.ts';
import type { PlainRecords } from './plain-records.ts';

/** The commands of a kind of records that change no limit: no impact is shown before they are edited. */
export interface PlainCommands<Key, Terms extends Key> {
  readonly record: RecordCodec<Key, Terms>;
  readonly keyNames: readonly (keyof Terms)[];
  /** The words before them: `sessions policies`. */
  readonly words: string;
  /** In sentences: `policy`. */
  readonly noun: string;
  /** An example of `set`, without the words before. */
  readonly example: string;
  /** How an installation keeps them; loaded when a command runs. */
  readonly records: () => Promise<PlainRecords<Key, Terms>>;
}

const fileHelp = 'a .csv, .yaml or .yml file; - is standard input';

/** `list`, `set`, `rm`, `import`, `export` and `history` of such a kind. */
export function addPlainCommands<Key, Terms extends Key>(
  parent: Command,
  { run, runBeginning }: CommandHost,
  { record, keyNames, words, noun, example, records }: PlainCommands<Key, Terms>,
): void {
  const load = async () => import('./plain-records.ts');
  const keys = keyNames.map((name): [keyof Terms, boolean] => [name, false]);
  parent
    .command('list')
    .description(`every ${noun}`)
    .addHelpText('after', examples(`${words} list`, `${words} list --json`))
    .action(async () => run(async (context) => (await load()).listPlain(context, await records())));
  addFields(parent.command('set'), record)
    .description(`make a ${noun}, or change it; what is not given stays as it is`)
    .addHelpText('after', examples(`${words} set ${example}`))
    .action(async (...given: readonly unknown[]) =>
      runBeginning(async (context) =>
        (await load()).setPlain(context, await records(), { words: wordsIn(given), options: optionsIn(given) }),
      ),
    );
  addKeyArguments(parent.command('rm'), record, keys)
    .description(`remove a ${noun}`)
    .addHelpText('after', examples(`${words} rm NAME`))
    .action(async (...given: readonly unknown[]) =>
      run(async (context) => (await load()).removePlain(context, await records(), wordsIn(given))),
    );
  addKeyArguments(parent.command('history'), record, keys)
    .description(`every version of a ${noun}`)
    .addHelpText('after', examples(`${words} history NAME`))
    .action(async (...given: readonly unknown[]) =>
      run(async (context) => (await load()).plainHistory(context, await records(), wordsIn(given))),
    );
  parent
    .command('import')
    .description('make them what a file says; shows the plan first')
    .argument('<file>', fileHelp)
    .option('--dry-run', 'show the plan, and change nothing')
    .option('--yes', 'do it without asking')
    .option('--prune', 'remove what the file does not name')
    .addHelpText('after', examples(`${words} import file.csv --yes`))
    .action(async (file: string, options: { readonly yes?: boolean; readonly prune?: boolean }) =>
      runBeginning(async (context) => (await load()).importPlain(context, await records(), { file, ...options })),
    );
  parent
    .command('export')
    .description('write all of them to a file, or as CSV to standard output')
    .argument('[file]', 'a .csv, .yaml or .yml file')
    .addHelpText('after', examples(`${words} export file.yaml`))
    .action(async (file: string | undefined) =>
      run(async (context) => (await load()).exportPlain(context, await records(), file)),
    );
}

/** Commander passes the arguments, then the options, then the command. */
function wordsIn(given: readonly unknown[]): readonly string[] {
  return given.filter((each) => typeof each === 'string');
}

function optionsIn(given: readonly unknown[]): Readonly<Record<string, unknown>> {
  return { ...(given.at(-2) as object) };
}
