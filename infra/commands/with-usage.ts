import type { ExitCode } from './command-io.ts';

/**
 * Runs a command with the arguments of this process. `prepare` parses them and raises what is wrong with them, which is
 * printed together with `usage`; `--help` prints the usage alone.
 */
export async function withUsage(
  usage: string,
  prepare: (args: string[]) => () => Promise<ExitCode>,
): Promise<ExitCode> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  let command: () => Promise<ExitCode>;
  try {
    command = prepare(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`);
    return 2;
  }
  return command();
}
