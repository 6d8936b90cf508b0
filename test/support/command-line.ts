import { mkdirSync } from 'node:fs';
import type * as z from 'zod';
import { runCli } from '../../cli/frame/run-cli.ts';

/** What one command left behind. */
export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON document on standard output, which must fit the schema. */
  read<S extends z.ZodType>(schema: S): z.output<S>;
}

/** A command line in this process, on one state folder, which is made where there is none, or on what its environment names, with the answer to any question. */
export function commandLine(options: {
  readonly state?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly answer?: boolean;
  /** What is read for `-`. */
  readonly input?: string;
  /** How wide the terminal is that the command writes to; it writes to none otherwise. */
  readonly columns?: number;
  /** The state folder is left as it is: a name that may be mistyped. */
  readonly isAsFound?: boolean;
}): (...args: readonly string[]) => Promise<CommandResult> {
  const { state, env = {}, answer, input, columns } = options;
  // A command begins an installation in a folder that somebody made for it.
  if (state !== undefined && options.isAsFound !== true) {
    mkdirSync(state, { recursive: true });
  }
  const where = state === undefined ? [] : ['--state', state];
  return async (...args) => {
    let stdout = '';
    let stderr = '';
    const exitCode = await runCli([...args, ...where], {
      env: { CURFEW_ACTOR: 'ada', ...env },
      stdoutIsTerminal: columns !== undefined,
      ...(columns !== undefined && { stdoutColumns: columns }),
      ...(input !== undefined && { readInput: () => new TextEncoder().encode(input) }),
      stderrIsTerminal: false,
      writeOut: (text) => void (stdout += text),
      writeError: (text) => void (stderr += text),
      confirm: answer === undefined ? undefined : async () => Promise.resolve(answer),
      now: () => Date.now(),
    });
    return { exitCode, stdout, stderr, read: (schema) => schema.parse(JSON.parse(stdout)) };
  };
}
