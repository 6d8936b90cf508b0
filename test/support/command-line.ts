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

/** A command line in this process, on one state folder or on what its environment names, with the answer to any question. */
export function commandLine(options: {
  readonly state?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly answer?: boolean;
}): (...args: readonly string[]) => Promise<CommandResult> {
  const { state, env = {}, answer } = options;
  const where = state === undefined ? [] : ['--state', state];
  return async (...args) => {
    let stdout = '';
    let stderr = '';
    const exitCode = await runCli([...args, ...where], {
      env: { CURFEW_ACTOR: 'ada', ...env },
      stdoutIsTerminal: false,
      stderrIsTerminal: false,
      writeOut: (text) => void (stdout += text),
      writeError: (text) => void (stderr += text),
      confirm: answer === undefined ? undefined : async () => Promise.resolve(answer),
      now: () => Date.now(),
    });
    return { exitCode, stdout, stderr, read: (schema) => schema.parse(JSON.parse(stdout)) };
  };
}
