import { userInfo } from 'node:os';
import type { Author } from '../shared/application/edit-budgets.ts';
import { plainText } from '../local/terminal/plain-text.ts';
import { styleFor, type Style } from '../local/terminal/style.ts';
import type { CliIo } from './cli-io.ts';

/** Options that every command has. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly state: string;
}

/** One invocation of one command. */
export interface CommandContext {
  readonly io: CliIo;
  readonly style: Style;
  readonly options: CommonOptions;
  /** The result: one JSON document with --json, else the text. Called once. */
  tell(result: { readonly json: unknown; readonly text: string }): void;
  /** A part of the text that comes before the result; nothing with --json. */
  say(text: string): void;
  /** Something beside the result, for people: on standard error. */
  note(text: string): void;
}

export function commandContext(io: CliIo, options: CommonOptions): CommandContext {
  const style = styleFor({ isTerminal: io.stdoutIsTerminal }, io.env);
  return {
    io,
    style,
    options,
    tell({ json, text }) {
      io.writeOut(options.json === true ? `${JSON.stringify(json, undefined, 2)}\n` : `${text}\n`);
    },
    say(text) {
      if (options.json !== true) {
        io.writeOut(`${text}\n`);
      }
    },
    note(text) {
      io.writeError(`${text}\n`);
    },
  };
}

/** Who edits: CURFEW_ACTOR, or the user of the operating system. */
export function authorOf(io: CliIo): Author {
  const named = plainText(io.env['CURFEW_ACTOR'] ?? '').slice(0, 320);
  return { name: named === '' ? userInfo().username : named, at: new Date(io.now()).toISOString() };
}
