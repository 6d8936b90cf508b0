import type * as z from 'zod';

import { runCli } from '../../cli/frame/run-cli.ts';
import { prepareStateFolder, stateFolderAt } from '../../local/state/state-folder.ts';

export type Answer = boolean | ((question: string) => Promise<boolean>);

/** What one command left behind. */
export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON document on standard output, which must fit the schema. */
  read<S extends z.ZodType>(schema: S): z.output<S>;
}

/** A command line in this process, on the installation in a state folder, begun where there is none, or on what its environment names. */
export function commandLine(options: {
  readonly state?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Who types. */
  readonly user?: string;
  /** To any question, which a function may look at first. */
  readonly answer?: Answer;
  /** What is read for `-`. */
  readonly input?: string;
  /** How wide the terminal is that the command writes to; it writes to none otherwise. */
  readonly columns?: number;
  /** The state folder is left as it is: a name that may be mistyped. */
  readonly isAsFound?: boolean;
}): (...args: readonly string[]) => Promise<CommandResult> {
  const { state, env = {}, user = 'ada', answer, input, columns } = options;
  if (state !== undefined && options.isAsFound !== true) {
    prepareStateFolder(stateFolderAt(state));
  }
  const where = state === undefined ? [] : ['--state', state];
  return async (...args) => {
    let stdout = '';
    let stderr = '';
    const exitCode = await runCli([...args, ...where], {
      env,
      user,
      stdoutIsTerminal: columns !== undefined,
      ...(columns !== undefined && { stdoutColumns: columns }),
      ...(input !== undefined && { readInput: () => new TextEncoder().encode(input) }),
      stderrIsTerminal: false,
      writeOut: (text) => void (stdout += text),
      writeError: (text) => void (stderr += text),
      confirm:
        answer === undefined
          ? undefined
          : async (question) => (typeof answer === 'boolean' ? answer : answer(question)),
      now: () => Date.now(),
    });
    return { exitCode, stdout, stderr, read: (schema) => schema.parse(JSON.parse(stdout)) };
  };
}
