import type { Command } from 'commander';

import { fieldsOf, type RecordCodec } from '../../shared/kernel/records/contract/record.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { addFields } from './record-options.ts';
import {
  exportStored,
  importStored,
  removeStored,
  setStored,
  showStoredHistory,
  type StoredKey,
  type StoredKind,
  type StoredOptions,
  validateStored,
} from './stored-records.ts';

/** The words of the commands that edit one kind of records. */
interface StoredWords<Key, Terms extends Key> extends StoredKind<Key, Terms> {
  /** The command that these stand under: `fleet`. */
  readonly path: string;
  /** One of them, and several. */
  readonly one: string;
  readonly many: string;
  /** An example of the words behind `set`. */
  readonly setExample: string;
}

const fileHelp = 'a .csv, .yaml or .yml file; - is standard input';

/** `set`, `rm`, `import`, `export`, `history` and `validate` of one kind of records. */
export function addStoredCommands<Key, Terms extends Key>(
  parent: Command,
  host: CommandHost,
  words: StoredWords<Key, Terms>,
): void {
  addEdits(parent, host, words);
  addFiles(parent, host, words);
}

function addEdits<Key, Terms extends Key>(parent: Command, host: CommandHost, words: StoredWords<Key, Terms>): void {
  const { record, path, one, setExample } = words;
  const keyOf = (given: readonly string[]) => keyFrom(record, given);
  const keyCount = Object.values(record.fields).filter((field) => 'argument' in (field as { cli: object }).cli).length;
  addFields(parent.command('set'), record)
    .description(`add ${one}, or change it; what is not given stays as it is`)
    .option('--dry-run', 'show what would follow, and change nothing')
    .addHelpText('after', examples(`${path} set ${setExample}`))
    .action(async (...args: readonly unknown[]) => {
      const given = args.slice(0, keyCount).map(String);
      const options = { ...(args[keyCount] as object) };
      await host.runBeginning(async (context) =>
        setStored(context, words, { key: keyOf(given), given: { words: given, options } }),
      );
    });
  const names = Object.values(record.fields).flatMap((field) => {
    const { cli } = field as { readonly cli: { readonly argument?: string } };
    return cli.argument === undefined ? [] : [cli.argument];
  });
  const remove = parent.command('rm').description(`remove ${one}`);
  names.forEach((name) => remove.argument(`<${name}>`));
  remove
    .option('--dry-run', 'show what would follow, and change nothing')
    .addHelpText('after', examples(`${path} rm ${setExample.split(' --')[0] ?? ''}`))
    .action(async (...args: readonly unknown[]) => {
      const { dryRun } = args[keyCount] as StoredOptions;
      const key = keyOf(args.slice(0, keyCount).map(String));
      await host.run(async (context) => removeStored(context, words, { key, dryRun }));
    });
  const history = parent.command('history').description(`every version of ${words.many}: who, when, before and after`);
  names.forEach((name) => history.argument(`[${name}]`));
  history.addHelpText('after', examples(`${path} history`)).action(async (...args: readonly unknown[]) => {
    const given = args.slice(0, keyCount).filter((word) => word !== undefined);
    const key = given.length === keyCount ? keyOf(given.map(String)) : undefined;
    await host.run(async (context) => showStoredHistory(context, words, key));
  });
}

function addFiles<Key, Terms extends Key>(parent: Command, host: CommandHost, words: StoredWords<Key, Terms>): void {
  const { path, many } = words;
  parent
    .command('import')
    .description(`make ${many} what a file says; shows the plan first`)
    .argument('<file>', fileHelp)
    .option('--dry-run', 'show the plan, and change nothing')
    .option('--yes', 'do it without asking')
    .option('--prune', `remove ${many} that the file does not name`)
    .addHelpText('after', examples(`${path} import list.csv --yes`))
    .action(async (file: string, options: StoredOptions) =>
      host.runBeginning(async (context) => importStored(context, words, { path: file, options })),
    );
  parent
    .command('export')
    .description(`write all ${many} to a file, or as CSV to standard output`)
    .argument('[file]', 'a .csv, .yaml or .yml file')
    .addHelpText('after', examples(`${path} export list.yaml`))
    .action(async (file: string | undefined) => host.run(async (context) => exportStored(context, words, file)));
  parent
    .command('validate')
    .description('check every row of a file; nothing is changed')
    .argument('<file>', fileHelp)
    .addHelpText('after', examples(`${path} validate list.csv`))
    .action(async (file: string) => host.run(async (context) => validateStored(context, words, file)));
}

/** The words of a command under the names of the fields that they name a record by. */
function keyFrom<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, words: readonly string[]): StoredKey {
  const names = fieldsOf(record).flatMap(([name, { cli }]) => ('argument' in cli ? [name] : []));
  return Object.fromEntries(names.map((name, at) => [name, (words[at] ?? '').trim()]));
}
