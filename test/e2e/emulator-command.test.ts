import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';

function platform(...flags: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['emulator/main.ts', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: childEnvironment(process.env, 'tool'),
  });
}

async function failure(...flags: readonly string[]): Promise<{ code: number | null; message: string }> {
  const child = platform(...flags);
  const [message] = await Promise.all([child.stderr === null ? '' : text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, message };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) {
    throw new Error('the output is piped');
  }
  for await (const line of createInterface({ input: child.stdout })) {
    return line;
  }
  throw new Error('the command ended without a line');
}

test('the command says its address and keys in one line, serves, and ends at once on SIGTERM', async () => {
  const child = platform('--port', '0', '--users', '3', '--today', '2026-03-15', '--empty');
  const line = await firstLine(child);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
  const held = fetch(`${url}/api/v0/organization/users`, { headers: { authorization: 'Bearer guest-key' } });
  const { status } = await held;
  child.kill('SIGTERM');
  await once(child, 'exit');

  expect(line).toMatch(/owner-key.*manager-key.*member-key.*guest-key/);
  expect(status).toBe(200);
  expect(child.exitCode).toBe(0);
});

test.each([
  [['--users', 'many'], '--users'],
  [['--users', '0'], 'users'],
  [['--today', '2026-02-30'], 'today'],
  [['--window-anchor', '32'], 'windowAnchorDay'],
  [['--session-coverage', '1.1'], 'sessionCoverage'],
  [['--session-credit-scale', '0'], 'sessionCreditScale'],
  [['--session-lag-minutes', '-5'], '--session-lag-minutes'],
  [['--colour'], '--colour'],
])('the flags %j are refused with a message that names them', async (flags, named) => {
  const { code, message } = await failure('--port', '0', ...flags);

  expect(code).toBe(2);
  expect(message).toContain(named);
  expect(message).not.toContain('    at ');
});

test('a taken port is said plainly', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const { code, message } = await failure('--port', String(port), '--users', '1');
  server.close();

  expect(code).not.toBe(0);
  expect(message).toContain(`port ${port} is taken`);
});
