import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';

import { sha256 } from '../../shared/kernel/sha256.ts';
import { commandLine, type CommandResult } from '../support/command-line.ts';
import { useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';
import { drawnSecret, traceOf } from '../support/secret-traces.ts';

const Change = z.object({
  path: z.string(),
  direction: z.enum(['loosened', 'tightened', 'changed']),
  severity: z.enum(['critical', 'high', 'medium', 'low', 'info']),
  before: z.unknown(),
  after: z.unknown(),
  sentence: z.string(),
});
const Acknowledged = z.object({ subject: z.string(), by: z.string(), reason: z.string() });
const Listed = z.array(
  z.object({
    revision: z.int(),
    severity: z.string().nullable(),
    acknowledged: Acknowledged.nullable(),
    baseline: z.object({ by: z.string() }).nullable(),
    exceptions: z.array(z.object({ pattern: z.string(), ticket: z.string(), expires: z.string() })),
    changes: z.array(Change),
  }),
);
const Shown = z.object({
  revision: z.int(),
  digest: z.string(),
  settings: z.record(z.string(), z.unknown()),
  changes: z.array(Change),
});
const Verified = z.object({
  whole: z.boolean(),
  links: z.int(),
  head: z.object({ seq: z.int(), hash: z.string() }),
  revisionsChecked: z.int(),
});
const Exception = z.object({ id: z.string(), pattern: z.string(), status: z.string() });
const Exported = z.object({
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
  changes: z.int(),
  whole: z.boolean(),
});
const Run = z.object({
  reports: z.array(z.object({ baseline: z.object({ expired: z.array(z.unknown()) }).optional() })),
});

const key = drawnSecret(1);
const otherKey = drawnSecret(2);
const before = {
  sandbox: { enabled: true, network: { allowedDomains: ['github.com'] } },
  customModels: [
    { id: 'gpt', model: 'gpt', baseUrl: 'https://llm.acme.example/v1', apiKey: key, extraHeaders: { 'x-key': key } },
  ],
};
const after = {
  sandbox: { network: { allowedDomains: ['github.com', '*'] } },
  customModels: [
    {
      id: 'gpt',
      model: 'gpt',
      baseUrl: 'https://llm.acme.example/v1',
      apiKey: otherKey,
      extraHeaders: { 'x-key': key },
    },
  ],
  surprise: { password: otherKey },
};
const timeoutMs = 180_000;

const emulator = useEmulator({ users: 20 });
const installation = useInstallation({ env: () => emulator.env }, 'file');
const { fileOf, pathOf } = installation;
let newest = 0;
/** Everything that any command has written. */
const written: string[] = [];

beforeAll(async () => {
  await post(before);
  await curfew('run', 'controls', '--at', '2026-03-15T10:00:00Z');
  await post(after);
  await curfew('run', 'controls', '--at', '2026-03-15T10:05:00Z');
  newest = (await curfew('controls', 'list', '--limit', '1', '--json')).read(Listed)[0]?.revision ?? 0;
}, timeoutMs);

async function post(settings: unknown): Promise<void> {
  await emulator.tell('/__sim/controls', { settings, user: { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' } });
}

async function curfew(...args: readonly string[]): Promise<CommandResult> {
  const result = await installation.curfew(...args);
  written.push(result.stdout, result.stderr);
  return result;
}

describe('controls list and show', () => {
  test('name the newest revisions with what each changed, the worst first', async () => {
    const listed = (await curfew('controls', 'list', '--limit', '2', '--json')).read(Listed);
    const none = await curfew('controls', 'list', '--from', '2030-01-01', '--json');

    expect(listed.map(({ revision }) => revision)).toEqual([newest - 1, newest]);
    expect(listed[1]).toMatchObject({ severity: 'critical', acknowledged: null });
    expect(listed[1]?.changes[0]).toMatchObject({ direction: 'loosened', severity: 'critical' });
    expect(none.read(z.array(z.unknown()))).toEqual([]);
  });

  test('show one revision in words, and say what to do when it is not stored', async () => {
    const text = (await curfew('controls', 'show', `${newest}`)).stdout;
    const shown = (await curfew('controls', 'show', `${newest}`, '--json')).read(Shown);
    const missing = await curfew('controls', 'show', '99999');
    const wrong = await curfew('controls', 'show', 'x');

    expect(text).toContain(`Revision ${newest}, after ${newest - 1}`);
    expect(text).toMatch(/critical.*loosened.*sandbox\.enabled/u);
    expect(shown.settings['sandbox']).toEqual(after.sandbox);
    expect([missing.exitCode, missing.stderr]).toEqual([1, expect.stringContaining('is not stored')]);
    expect(wrong.exitCode).toBe(2);
  });
});

describe('controls diff', () => {
  test('says the same of two revisions, of two files, and of a file beside a revision', async () => {
    const [a, b] = [fileOf('a.json', JSON.stringify(before)), fileOf('b.json', JSON.stringify({ settings: after }))];

    const stored = (await curfew('controls', 'diff', `${newest - 1}`, `${newest}`, '--json')).read(z.array(Change));
    const files = (await curfew('controls', 'diff', a, b, '--json')).read(z.array(Change));
    const mixed = (await curfew('controls', 'diff', `${newest - 1}`, b, '--json')).read(z.array(Change));

    expect(files).toEqual(stored);
    expect(mixed).toEqual(stored);
    expect(files.find(({ path }) => path === 'sandbox.enabled')).toMatchObject({
      direction: 'loosened',
      severity: 'critical',
      before: true,
      after: null,
    });
    expect(files.map(({ path }) => path)).toContain('customModels[id=gpt].apiKey');
  });

  test('finds nothing where a set stands in another order, and needs no installation for files', async () => {
    const [a, b] = [
      fileOf('c.json', '{"commandAllowlist":["ls","pwd"]}'),
      fileOf('d.json', '{"commandAllowlist":["pwd","ls"]}'),
    ];
    const elsewhere = commandLine({ state: pathOf('nowhere'), isAsFound: true });

    const result = await elsewhere('controls', 'diff', a, b);

    expect(result).toMatchObject({ exitCode: 0, stdout: 'Nothing differs.\n' });
    expect(readdirSync(pathOf())).not.toContain('nowhere');
  });

  test.for([
    ['is not there', undefined],
    ['is not JSON', `{"apiKey": "${key}", oops`],
    ['holds no settings', `["${key}"]`],
    ['is larger than 8 MB', `"${key.repeat(250_000)}"`],
  ] as const)('refuses a file that %s, without a word of its content', async ([why, text]) => {
    const path = text === undefined ? pathOf('none.json') : fileOf('bad.json', text);

    const result = await curfew('controls', 'diff', path, path, '--json');

    expect(result).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(why) });
  });
});

describe('controls ack, baseline and exceptions', () => {
  test('an acknowledgement is shown with who and why, and needs a reason', async () => {
    const done = await curfew('controls', 'ack', `${newest}`, '--reason', 'planned maintenance', '--json');
    const listed = (await curfew('controls', 'list', '--limit', '1', '--json')).read(Listed);
    const empty = await curfew('controls', 'ack', `${newest}`, '--reason', ' ');
    const unknown = await curfew('controls', 'ack', '99999', '--reason', 'x');

    expect(done.exitCode).toBe(0);
    expect(listed[0]?.acknowledged).toMatchObject({ by: 'ada', reason: 'planned maintenance' });
    expect([empty.exitCode, unknown.exitCode]).toEqual([2, 1]);
  });

  test('a baseline of a revision shows where the controls are not so, and under which exception', async () => {
    const nothing = await curfew('controls', 'baseline', 'show');
    await curfew('controls', 'baseline', 'approve', `${newest - 1}`);
    const until = '2099-12-31';
    const refused = await curfew(
      'exceptions',
      'add',
      'sandbox',
      '--owner',
      'ann',
      '--ticket',
      'S-1',
      '--reason',
      'r',
      '--until',
      until,
    );
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    const added = (
      await curfew(
        'exceptions',
        'add',
        'sandbox',
        '--owner',
        'ann@acme.example',
        '--ticket',
        'S-1',
        '--reason',
        'r',
        '--until',
        soon,
        '--json',
      )
    ).read(Exception);
    const shown = await curfew('controls', 'baseline', 'show');

    expect(nothing.stdout).toContain('No baseline');
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('--owner is not an email')]);
    expect(added.status).toBe('in-force');
    expect(shown.stdout).toMatch(new RegExp(`revision ${newest - 1}, .*ada`, 'u'));
    expect(shown.stdout).toMatch(/exception S-1 until .*\n.*sandbox\.enabled/u);
  });

  test('a baseline of a file that is as the controls are leaves no deviation', async () => {
    await curfew('controls', 'baseline', 'approve', fileOf('now.json', JSON.stringify(after)));

    const shown = await curfew('controls', 'baseline', 'show');

    expect(shown.stdout).toMatch(/now\.json, .*ada/u);
    expect(shown.stdout).not.toContain('sandbox');
  });

  test('an exception can be ended once', async () => {
    const [open] = (await curfew('exceptions', 'list', '--json')).read(z.array(Exception));
    const id = open?.id ?? '';
    const ended = (await curfew('exceptions', 'end', id, '--json')).read(Exception);
    const again = await curfew('exceptions', 'end', id);
    const listed = (await curfew('exceptions', 'list', '--json')).read(z.array(Exception));

    expect(ended.status).toBe('ended');
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('is over already')]);
    expect(listed).toEqual([]);
  });

  test('an approved baseline and an exception are shown beside the revisions that they accept', async () => {
    await curfew('controls', 'baseline', 'approve', `${newest}`);
    const [before] = (await curfew('controls', 'list', '--limit', '1', '--json')).read(Listed);
    const [control = ''] = before?.changes.map(({ path }) => path) ?? [];
    const until = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const owned = ['--owner', 'lead@acme.example', '--ticket', 'T-7', '--reason', 'migration', '--until', until];
    await curfew('exceptions', 'add', control, ...owned);

    const [listed] = (await curfew('controls', 'list', '--limit', '1', '--json')).read(Listed);
    const shown = (await curfew('controls', 'show', `${newest}`)).stdout;
    const table = (await curfew('controls', 'list', '--limit', '2')).stdout;

    expect(before).toMatchObject({ baseline: { by: 'ada' }, exceptions: [] });
    expect(listed?.exceptions).toEqual([expect.objectContaining({ pattern: control, ticket: 'T-7' })]);
    expect(shown).toMatch(/baseline by ada/u);
    expect(shown).toContain('T-7');
    expect(table).toMatch(/by ada; T-7 until/u);
  });
});

describe('controls verify and export', () => {
  test('the evidence holds, with every decision in it, and against a head that was kept', async () => {
    const { whole, head, links, revisionsChecked } = (await curfew('controls', 'verify', '--json')).read(Verified);
    const kept = await curfew('controls', 'verify', '--head', `${head.seq}:${head.hash}`);
    const forged = await curfew('controls', 'verify', '--head', `${head.seq}:${sha256('forged')}`);
    const later = await curfew('controls', 'verify', '--head', `${head.seq + 1}:${head.hash}`);
    const wrong = await curfew('controls', 'verify', '--head', 'x');

    expect([whole, head.seq, revisionsChecked]).toEqual([true, links, newest]);
    expect(kept.exitCode).toBe(0);
    expect([forged.exitCode, forged.stdout]).toEqual([1, expect.stringContaining(`link ${head.seq}`)]);
    expect([later.exitCode, later.stdout]).toEqual([1, expect.stringContaining('its end was cut off')]);
    expect(wrong.exitCode).toBe(2);
  });

  test('an export has the files that its manifest vouches for, and only changes of the controls asked for', async () => {
    const out = pathOf('export');
    const period = ['--from', '2020-01-01', '--to', '2099-12-31'];

    const all = (await curfew('controls', 'export', ...period, '--out', out, '--json')).read(Exported);
    const some = (
      await curfew('controls', 'export', ...period, '--control', 'A.8.15', '--out', pathOf('export', 'some'), '--json')
    ).read(Exported);
    const files = all.files.map(({ name }) => [name, readFileSync(pathOf('export', name), 'utf8')] as const);
    written.push(...files.map(([, text]) => text));

    expect(all.whole).toBe(true);
    expect(all.changes).toBeGreaterThan(some.changes);
    expect(files.map(([name, text]) => ({ name, sha256: sha256(text) }))).toEqual(all.files);
    expect(files.map(([name]) => name)).toEqual([
      'report.html',
      'changes.csv',
      'changes.json',
      'revisions.txt',
      'chain.txt',
      'verify-export.mjs',
      'SHA256SUMS',
    ]);
  });

  test('an export is checked with its own script, lists only what the options ask for, and names a wrong one', async () => {
    const out = pathOf('loosened');
    const order = ['--from', '2020-01-01', '--to', '2099-12-31', '--out', out];
    const only = ['--direction', 'loosened', '--severity', 'critical', '--path', 'sandbox', '--ticket', 't-7'];

    const some = (await curfew('controls', 'export', ...order, ...only, '--json')).read(Exported);
    const wrong = await curfew('controls', 'export', ...order, '--severity', 'grave');
    const empty = await curfew('controls', 'export', ...order, '--actor', ' ');
    const checked = spawnSync(process.execPath, ['verify-export.mjs'], { cwd: out, encoding: 'utf8' });

    expect(some.changes).toBe(1);
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('critical, high, medium, low, info')]);
    expect([empty.exitCode, empty.stderr]).toEqual([2, expect.stringContaining('--actor is empty')]);
    expect(checked.stdout).toContain('holds    1 changes');
    expect(checked.status).toBe(0);
  });
});

test('an exception that expires is reported by the next run', async () => {
  const [soonMs, laterMs] = [Date.now() + 3_600_000, Date.now() + 7_200_000];
  await curfew(
    'exceptions',
    'add',
    'mcpPolicy',
    '--owner',
    'ann@acme.example',
    '--ticket',
    'S-2',
    '--reason',
    'r',
    '--until',
    new Date(soonMs).toISOString(),
  );
  vi.useFakeTimers({ now: laterMs, toFake: ['Date'] });

  const run = (await curfew('run', 'controls', '--json').finally(() => vi.useRealTimers())).read(Run);

  expect(run.reports.flatMap(({ baseline }) => baseline?.expired ?? [])).toHaveLength(1);
});

test('no secret of a setting or a file is in anything that a command wrote', () => {
  // The state holds the mails that were caught, and every table.
  const state = readdirSync(pathOf('state')).filter((name) => /\.(json|sqlite)/u.test(name));
  written.push(...state.map((name) => readFileSync(pathOf('state', name), 'latin1')));
  const traces = [key, otherKey].flatMap((secret) => written.map((text) => traceOf(secret, text)));

  expect(written.join('').length).toBeGreaterThan(10_000);
  expect(traces.filter((trace) => trace !== undefined)).toEqual([]);
});
