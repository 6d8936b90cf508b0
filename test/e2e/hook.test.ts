import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { programEnvironment } from '../support/program.ts';

// As a client runs it: a program of its own, with a document on standard input.
const token = `cfh_${'t'.repeat(43)}`;
const secret = 'a prompt that nobody else may read';
const stop = { hook_event_name: 'Stop', session_id: 's-1', cwd: '/home/ann/secret-project', message: secret };
const endMsMax = 2_000;
const triesMax = 20;

interface Got {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly notes: string;
  readonly tookMs: number;
  /** Where its settings are. */
  readonly home: string;
}

let folder = '';
let server: Server;
let address = '';
let hook = '';
let homes = 0;
const got: Got[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'curfew-hook-'));
  // Alone, as on the machine of a developer: it takes nothing from where it came from.
  hook = join(folder, 'curfew-hook.mjs');
  copyFileSync(join(import.meta.dirname, '..', '..', 'cli', 'hook', 'curfew-hook.mjs'), hook);
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      got.push({ path, authorization: headers.authorization, body });
      const kind = path.split('/')[1];
      if (kind === 'silent') {
        return;
      }
      const status = { revoked: 401, broken: 500, moved: 302 }[kind ?? ''] ?? 200;
      const say = 'Curfew: 700 credits left\u001B[2J\u202E; resets 2026-04-01';
      response.writeHead(status, { 'content-type': 'application/json', location: '/fine/hook/report' });
      response.end(kind === 'endless' ? 'x'.repeat(1_000_000) : JSON.stringify({ say }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

interface Case {
  readonly args?: readonly string[];
  readonly kind?: string;
  readonly config?: string | null;
  readonly input?: string | Buffer;
  /** Standard input stays open. */
  readonly isOpen?: boolean;
}

/** On a machine that is busy the hook may give up on what is answered at once: then there is another try. */
async function run(each: Case): Promise<Ended> {
  const isToGiveUp = each.kind === 'silent' || (each.isOpen === true && each.input === undefined);
  let ended = await runOnce(each);
  for (let tries = 1; tries < triesMax && !isToGiveUp && ended.notes.includes('gave up'); tries += 1) {
    ended = await runOnce(each);
  }
  return ended;
}

async function runOnce({ args = [], kind = 'fine', config, input = '', isOpen = false }: Case): Promise<Ended> {
  const home = join(folder, `home-${(homes += 1)}`);
  mkdirSync(join(home, '.curfew-hook'), { recursive: true });
  const file = join(home, '.curfew-hook', 'config.json');
  if (config !== null) {
    writeFileSync(file, config ?? JSON.stringify({ address: `${address}/${kind}/hook`, token }));
  }
  const began = performance.now();
  const child = spawn(process.execPath, [hook, ...args], { env: { ...programEnvironment(), HOME: home } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.on('error', () => {});
  child.stdin.write(input);
  if (!isOpen) {
    child.stdin.end();
  }
  const code = await new Promise<number | null>((done) => child.on('close', done));
  child.stdin.destroy();
  const log = join(home, '.curfew-hook', 'notes.log');
  const notes = existsSync(log) ? readFileSync(log, 'utf8') : '';
  return { code, out, err, notes, tookMs: performance.now() - began, home };
}

test('it sends session and event under the token, and nothing else, and prints what Curfew answers without what steers a terminal', async () => {
  const ended = await run({ input: JSON.stringify(stop) });

  expect([ended.code, ended.out, ended.err, ended.notes]).toEqual([
    0,
    'Curfew: 700 credits left [2J ; resets 2026-04-01\n',
    '',
    '',
  ]);
  expect(got.find(({ path }) => path.startsWith('/fine'))).toEqual({
    path: '/fine/hook/report',
    authorization: `Bearer ${token}`,
    body: '{"event":"Stop","session":"s-1"}',
  });
  expect(statSync(join(ended.home, '.curfew-hook', 'config.json')).mode & 0o777).toBe(0o600);
});

test('whatever is wrong, it ends with 0 in time, prints nothing, and notes what it was without a word of the event', async () => {
  const input = JSON.stringify(stop);
  const cases: readonly (readonly [Case, RegExp])[] = [
    [{ input: '{"hook_event_name": "Stop", ' }, /no valid JSON/],
    [{ input: '' }, /no event/],
    [{ input: `"${secret}"` }, /no valid JSON/],
    [{ input: JSON.stringify({ ...stop, hook_event_name: secret }) }, /none of the events/],
    [{ input: JSON.stringify({ ...stop, session_id: secret }) }, /session_id/],
    [{ input: JSON.stringify({ ...stop, message: secret.repeat(100_000) }) }, /too large/],
    [{ input: Buffer.from([0xff, 0xfe, 0x00, 0x7b]) }, /no valid JSON/],
    [{ input, config: null }, /not connected/],
    [{ input, config: `{"address": "${secret}` }, /no address and token/],
    [{ input, config: JSON.stringify({ address: 'http://elsewhere.example/hook', token }) }, /no address and token/],
    [{ input, config: JSON.stringify({ address: 'http://127.0.0.1:9/hook', token }) }, /not reached \(ECONNREFUSED\)/],
    [{ input, kind: 'revoked' }, /does not know the token/],
    [{ input, kind: 'broken' }, /answered 500/],
    [{ input, kind: 'moved' }, /answered 302/],
    [{ input, kind: 'endless' }, /not reached/],
  ];
  const ended: (readonly [Ended, RegExp])[] = [];
  for (const [each, note] of cases) {
    ended.push([await run(each), note]);
  }

  for (const [{ code, out, notes }, note] of ended) {
    expect([code, out, notes]).toEqual([0, '', expect.stringMatching(note)]);
    expect(notes).not.toMatch(/prompt|secret|cfh_/u);
  }
}, 120_000);

test('a service that does not answer, and a client that says nothing, cost two seconds at most', async () => {
  const [silent, mute, open] = await Promise.all([
    run({ input: JSON.stringify(stop), kind: 'silent' }),
    run({ isOpen: true }),
    run({ input: JSON.stringify(stop), isOpen: true }),
  ]);

  expect([silent.code, silent.notes, mute.code, mute.notes]).toEqual([
    0,
    expect.stringContaining('gave up'),
    0,
    expect.stringContaining('gave up'),
  ]);
  // A whole document is enough, also where the pipe is not closed.
  expect([open.code, open.out]).toEqual([0, expect.stringContaining('700 credits left')]);
  // The program itself takes its time to start, and longer where much else runs: as the third did, beside the others.
  expect(Math.max(silent.tookMs, mute.tookMs) - open.tookMs).toBeLessThan(endMsMax * 2);
});

test('people put it in with their key, and a file that cannot be changed stays as it is, as does everything where there is no key', async () => {
  const hooks = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const [mine, commented, fixed] = [hooks('a.json', '{}'), hooks('b.json', '{ // mine\n}'), hooks('c.json', '{ }')];
  chmodSync(fixed, 0o444);
  const key = `${address}/fine/hook#${token}\n`;
  const install = (file: string, input: string) => run({ args: ['install', '--file', file], config: null, input });

  const [noKey, installed, refused, readOnly] = await Promise.all([
    install(hooks('d.json', '{}'), 'no key\n'),
    install(mine, key),
    install(commented, key),
    install(fixed, key),
  ]);

  expect([noKey.code, readFileSync(join(folder, 'd.json'), 'utf8')]).toEqual([2, '{}']);
  expect(installed.code).toBe(0);
  const config = join(installed.home, '.curfew-hook', 'config.json');
  expect([JSON.parse(readFileSync(config, 'utf8')), statSync(config).mode & 0o777]).toEqual([
    { address: `${address}/fine/hook`, token, show: 'stdout' },
    0o600,
  ]);
  expect(readFileSync(mine, 'utf8')).toContain('curfew-hook.mjs');
  expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/comments.*Nothing was changed/u)]);
  expect([readOnly.code, readOnly.err]).toEqual([2, expect.stringMatching(/read-only.*Nothing was changed/u)]);
  expect([readFileSync(commented, 'utf8'), readFileSync(fixed, 'utf8')]).toEqual(['{ // mine\n}', '{ }']);
});

test('what is rolled out to a team holds nobody’s key', async () => {
  const out = join(folder, 'rollout');

  const ended = await run({ args: ['install', '--for-team', out, '--path', '/opt/curfew-hook.mjs'] });

  expect(ended.code).toBe(0);
  const files = ['curfew-hook.mjs', 'hooks.json'].map((name) => readFileSync(join(out, name), 'utf8'));
  expect(files[0]).toBe(readFileSync(hook, 'utf8'));
  expect(JSON.parse(files[1] ?? '')).toMatchObject({
    Stop: [{ hooks: [{ type: 'command', command: 'node "/opt/curfew-hook.mjs"', timeout: 5 }] }],
  });
  expect(files.join()).not.toContain(token);
});
