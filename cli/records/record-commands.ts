import type { Command } from 'commander';

import type { RecordCodec } from '../../shared/kernel/records/contract/record.ts';
import { addImpactOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { asOfHelp, baseHelp, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { addFields, addKeyArguments, type Given } from './record-options.ts';

/** What can be done with records: with those that are granted for a time, `add` and `end` instead of `set` and `rm`. */
type CommandName = 'list' | 'history' | 'add' | 'end' | 'set' | 'rm' | 'import' | 'export' | 'validate';

type RecordWork = (context: CommandContext, given: Given) => Promise<ExitCode>;

/** The commands of one kind of records: how they are explained, and what each does. */
export interface RecordRoom<Key, Terms extends Key> {
  readonly record: RecordCodec<Key, Terms>;
  /** The fields that name a record. */
  readonly key: readonly (keyof Terms & string)[];
  /** The command that these stand under: `fleet`. */
  readonly path: string;
  /** What an edit shows before it is made: its impact on limits, as of a moment, and asks; or what follows, on demand. */
  readonly shows: 'impact' | 'effect' | 'nothing';
  /** The commands that there are, in the order of the help. */
  readonly run: Readonly<Partial<Record<CommandName, RecordWork>>>;
  /** Of each command, and of the options `--prune` and `--all`. */
  readonly help: Readonly<Partial<Record<CommandName | 'prune' | 'all', string>>>;
  /** What stands behind each command in its examples; or the whole text below its help. */
  readonly examples: Readonly<Partial<Record<CommandName, readonly string[] | string>>>;
  /** What a command takes that does not take what its kind usually takes. */
  readonly takes?: { readonly list?: 'key'; readonly end?: 'id' };
}

const fileHelp = 'a .csv, .yaml or .yml file; - is standard input';

export function addRecordCommands<Key, Terms extends Key>(
  parent: Command,
  host: CommandHost,
  room: RecordRoom<Key, Terms>,
): void {
  for (const [name, work] of Object.entries(room.run) as readonly (readonly [CommandName, RecordWork])[]) {
    const command = withArguments(parent.command(name), name, room)
      .description({ validate: 'check every row of a file; nothing is changed', ...room.help }[name] ?? '')
      .addHelpText('after', examplesOf(room, name));
    const run = name === 'set' || name === 'import' ? host.runBeginning : host.run;
    command.action(async (...args: readonly unknown[]) =>
      run(async (context) => work(context, givenIn(args, command.registeredArguments.length))),
    );
  }
}

function withArguments<Key, Terms extends Key>(
  command: Command,
  name: CommandName,
  { record, key, path, shows, help, takes }: RecordRoom<Key, Terms>,
): Command {
  const edit = {
    impact: addImpactOptions,
    effect: (each: Command) => each.option('--dry-run', 'show what would follow, and change nothing'),
    nothing: (each: Command) => each,
  }[shows];
  switch (name) {
    case 'list':
      command.option('--all', help.all);
      return takes?.list === 'key' ? addKeyArguments(command, record, key, { areOptional: true }) : command;
    case 'history':
      return addKeyArguments(command, record, key, { areOptional: true });
    case 'add':
    case 'set':
      return edit(addFields(command, record));
    case 'end':
    case 'rm':
      return edit(
        takes?.end === 'id'
          ? command.argument('<id>', `as "npx curfew ${path} list" shows it`)
          : addKeyArguments(command, record, key),
      );
    case 'import':
      command
        .argument('<file>', fileHelp)
        .option('--dry-run', `show the ${shows === 'impact' ? 'impact' : 'plan'}, and change nothing`)
        .option('--yes', 'do it without asking');
      if (shows === 'impact') {
        command
          .option('--at <time>', `the impact ${asOfHelp}`)
          .option('--base <file>', baseHelp)
          .option('--plan <id>', 'make exactly the changes of this plan of the file, or none');
      }
      return command.option('--prune', help.prune);
    case 'export':
      return command.argument('[file]', 'a .csv, .yaml or .yml file');
    case 'validate':
      return command.argument('<file>', fileHelp);
  }
}

function examplesOf<Key, Terms extends Key>(
  { path, examples: shown }: RecordRoom<Key, Terms>,
  name: CommandName,
): string {
  const lines = shown[name] ?? [''];
  return typeof lines === 'string'
    ? lines
    : examples(...lines.map((words) => [path, name, words].filter((part) => part !== '').join(' ')));
}

/** The words behind a command, up to the first that was left out, and its options. */
function givenIn(args: readonly unknown[], count: number): Given {
  const words = args.slice(0, count).filter((word) => word !== undefined);
  return { words: words.map(String), options: { ...(args[count] as object) } };
}
