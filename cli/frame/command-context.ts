import type { Author } from '../../shared/kernel/records/ports.ts';
import { printableJson } from '../../shared/kernel/texts/hidden-letters.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { fitProse } from '../../shared/terminal/fit-text.ts';
import { styleFor, type Style } from '../../shared/terminal/style.ts';
import type { CliIo } from './cli-io.ts';
import { chosenInstallation, type ChosenInstallation } from './connection/chosen-installation.ts';

/** The tables hold no longer names. */
const nameCharsMax = 320;

/** Options that every command has, wherever they stand in the line. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly state?: string;
  readonly deployment?: string;
}

/** One invocation of one command. */
export interface CommandContext {
  readonly io: CliIo;
  readonly style: Style;
  readonly options: GlobalOptions;
  readonly chosen: ChosenInstallation;
  /** It may begin a new installation where there is none. */
  readonly mayBegin: boolean;
  /** The result: one JSON document with --json, else the text. Called once. */
  print(result: { readonly json: unknown; readonly text: string }): void;
  /** A part of the text that comes before the result; nothing with --json. */
  say(text: string): void;
  /** Something beside the result, for people: on standard error. */
  note(text: string): void;
  /** Says to people, once, where the command acts: on standard error, and nothing with --json. */
  noteWhere(text: string): void;
}

/** Raises CommandError when it is not clear which installation is meant. */
export async function commandContext({
  io,
  options,
  mayBegin,
}: {
  readonly io: CliIo;
  readonly options: GlobalOptions;
  readonly mayBegin: boolean;
}): Promise<CommandContext> {
  const style = styleFor({ isTerminal: io.stdoutIsTerminal, columns: io.stdoutColumns }, io.env);
  const print = (text: string): void => io.writeOut(`${fitProse(text, style.columns)}\n`);
  let isWhereShown = options.json === true;
  return {
    io,
    style,
    options,
    chosen: await chosenInstallation(options, io.env),
    mayBegin,
    print({ json, text }) {
      if (options.json === true) {
        io.writeOut(printableJson(json));
      } else {
        print(text);
      }
    },
    say(text) {
      if (options.json !== true) {
        print(text);
      }
    },
    note(text) {
      io.writeError(`${text}\n`);
    },
    noteWhere(text) {
      if (!isWhereShown) {
        isWhereShown = true;
        io.writeError(`${text}\n`);
      }
    },
  };
}

/** Who edits on this machine: the user of the operating system. */
export function authorOf({ io }: CommandContext): Author {
  return { name: plainText(io.user).slice(0, nameCharsMax), at: new Date(io.now()).toISOString() };
}
