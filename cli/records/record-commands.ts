import type { Command } from 'commander';

import type { RecordCodec } from '../../shared/kernel/records/contract/record.ts';
import { addImpactOptions, type AsOfOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { asOfHelp, baseHelp, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { addFields, addKeyArguments, argumentsOf, type Given } from './record-options.ts';

/** The commands that edit one kind of records: how they are explained, and what each does. */
export interface RecordRoom<Key, Terms extends Key> {
  readonly record: RecordCodec<Key, Terms>;
  /** The fields that name a record. */
  readonly key: readonly (keyof Terms & string)[];
  /** The command that these stand under: `fleet`. */
  readonly path: string;
  readonly help: Readonly<Record<'set' | 'rm' | 'history' | 'import' | 'export' | 'prune', string>>;
  /** What stands behind each command in its examples. */
  readonly examples: Readonly<Record<'set' | 'rm' | 'history' | 'import' | 'export' | 'validate', readonly string[]>>;
  /** Limits depend on these records: an edit shows its impact, as of a moment, and asks. */
  readonly movesLimits: boolean;
  readonly set: (context: CommandContext, given: Given) => Promise<ExitCode>;
  readonly remove: (context: CommandContext, given: Given) => Promise<ExitCode>;
  /** Of those that the words name; of all without words. */
  readonly history: (context: CommandContext, words: readonly string[]) => Promise<ExitCode>;
  readonly importFile: (context: CommandContext, path: string, options: ImportOptions) => Promise<ExitCode>;
  readonly exportFile: (context: CommandContext, path: string | undefined) => Promise<ExitCode>;
  readonly validateFile: (context: CommandContext, path: string) => Promise<ExitCode>;
}

export interface ImportOptions extends AsOfOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly prune?: boolean;
  /** The file as it was imported before: the tables must still be like it. */
  readonly base?: string;
  /** The id of the reviewed plan: these changes are made, or none. */
  readonly plan?: string;
  /** How a plan is shown. */
  readonly format?: 'markdown';
}

const fileHelp = 'a .csv, .yaml or .yml file; - is standard input';

/** `history`, `set`, `rm`, `import`, `export` and `validate` of one kind of records. */
export function addRecordCommands<Key, Terms extends Key>(
  parent: Command,
  host: CommandHost,
  room: RecordRoom<Key, Terms>,
): void {
  addEdits(parent, host, room);
  addFiles(parent, host, room);
}

function addEdits<Key, Terms extends Key>(
  parent: Command,
  { run, runBeginning }: CommandHost,
  room: RecordRoom<Key, Terms>,
): void {
  const { record, key, help, movesLimits } = room;
  const withOptions = (command: Command): Command =>
    movesLimits ? addImpactOptions(command) : command.option('--dry-run', 'show what would follow, and change nothing');
  addKeyArguments(parent.command('history'), record, key, { areOptional: true })
    .description(help.history)
    .addHelpText('after', examplesOf(room, 'history'))
    .action(async (...args: readonly unknown[]) =>
      run(async (context) => room.history(context, givenIn(args, key.length).words)),
    );
  withOptions(addFields(parent.command('set'), record))
    .description(help.set)
    .addHelpText('after', examplesOf(room, 'set'))
    .action(async (...args: readonly unknown[]) =>
      runBeginning(async (context) => room.set(context, givenIn(args, argumentsOf(record).length))),
    );
  withOptions(addKeyArguments(parent.command('rm'), record, key))
    .description(help.rm)
    .addHelpText('after', examplesOf(room, 'rm'))
    .action(async (...args: readonly unknown[]) =>
      run(async (context) => room.remove(context, givenIn(args, key.length))),
    );
}

function addFiles<Key, Terms extends Key>(
  parent: Command,
  { run, runBeginning }: CommandHost,
  room: RecordRoom<Key, Terms>,
): void {
  const { help, movesLimits } = room;
  const importing = parent
    .command('import')
    .description(help.import)
    .argument('<file>', fileHelp)
    .option('--dry-run', `show the ${movesLimits ? 'impact' : 'plan'}, and change nothing`)
    .option('--yes', 'do it without asking');
  (movesLimits ? withReview(importing.option('--at <time>', `the impact ${asOfHelp}`)) : importing)
    .option('--prune', help.prune)
    .addHelpText('after', examplesOf(room, 'import'))
    .action(async (path: string, options: ImportOptions) =>
      runBeginning(async (context) => room.importFile(context, path, options)),
    );
  parent
    .command('export')
    .description(help.export)
    .argument('[file]', 'a .csv, .yaml or .yml file')
    .addHelpText('after', examplesOf(room, 'export'))
    .action(async (path: string | undefined) => run(async (context) => room.exportFile(context, path)));
  parent
    .command('validate')
    .description('check every row of a file; nothing is changed')
    .argument('<file>', fileHelp)
    .addHelpText('after', examplesOf(room, 'validate'))
    .action(async (path: string) => run(async (context) => room.validateFile(context, path)));
}

function withReview(importing: Command): Command {
  return importing
    .option('--base <file>', baseHelp)
    .option('--plan <id>', 'make exactly the changes of this plan of the file, or none');
}

function examplesOf<Key, Terms extends Key>(
  { path, examples: shown }: Pick<RecordRoom<Key, Terms>, 'path' | 'examples'>,
  name: keyof RecordRoom<Key, Terms>['examples'],
): string {
  return examples(...shown[name].map((words) => [path, name, words].filter((part) => part !== '').join(' ')));
}

/** The words behind a command, up to the first that was left out, and its options. */
function givenIn(args: readonly unknown[], count: number): Given {
  const words = args.slice(0, count).filter((word) => word !== undefined);
  return { words: words.map(String), options: { ...(args[count] as object) } };
}
