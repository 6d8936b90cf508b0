import { spawn } from 'node:child_process';

import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';

interface OutputTerms {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What it sees besides of the environment of this process; a tool's part of it unless given. */
  readonly inherited?: Readonly<Record<string, string>>;
  /** After so long it is ended, which is a failure. */
  readonly timeoutMs?: number;
  /** Those with which the command says what it found, and not that it failed. */
  readonly codes?: readonly number[];
}

/** What a command prints. Raises with the end of what it said where it ends with another code than those. */
export async function outputOf(
  command: string,
  args: readonly string[],
  { cwd, env = {}, inherited = childEnvironment(process.env, 'tool'), codes = [0], timeoutMs }: OutputTerms = {},
): Promise<string> {
  const child = spawn(command, args, {
    cwd,
    timeout: timeoutMs,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.on('error', reject);
  child.on('close', (code) => resolve(code ?? 1));
  const code = await promise;
  const text = Buffer.concat(out).toString();
  if (!codes.includes(code)) {
    const said = `${text}${Buffer.concat(err).toString()}`.trimEnd().split('\n').slice(-20).join('\n');
    throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${said}`);
  }
  return text;
}
