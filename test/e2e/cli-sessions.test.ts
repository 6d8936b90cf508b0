import { writeFileSync } from 'node:fs';

import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';
import { readJournal } from '../support/read-journal.ts';

const emulator = useEmulator({ users: 5, empty: true });
const { curfew, pathOf } = useInstallation({ env: () => emulator.env }, 'file');

const Run = z.object({
  status: z.string(),
  findings: z.array(
    z.object({
      kind: z.string(),
      subject: z.string(),
      severity: z.string(),
      detail: z.string(),
      action: z.object({ kind: z.string(), status: z.string() }).nullable(),
    }),
  ),
});
const Session = z.object({
  sessionSettings: z.object({
    tags: z.array(z.object({ name: z.string(), metadata: z.unknown() })).optional(),
    compactionThresholdCheckEnabled: z.boolean().optional(),
  }),
});
const Requests = z.array(z.object({ method: z.string(), path: z.string() }));

let sessionId = '';
const at = ['--at', '2026-03-15T12:00:00Z'];

const run = async (...args: readonly string[]) => (await curfew('run', 'sessions', ...at, ...args, '--json')).read(Run);
const session = async () => (await emulator.read(`/api/v0/sessions/${sessionId}`, Session)).sessionSettings;
const patches = async () =>
  (await emulator.read('/__sim/requests', Requests)).filter(({ method }) => method === 'PATCH').length;

beforeAll(async () => {
  await emulator.tell('/__sim/clock', { now: '2026-03-15T00:30:00Z' });
  const [owner = ''] = (
    await emulator.read('/api/v0/organization/users', z.object({ users: z.array(z.object({ email: z.string() })) }))
  ).users.map(({ email }) => email);
  const planted = await emulator.call('POST', '/__sim/sessions', {
    body: {
      ownerEmail: owner,
      character: 'runaway',
      startedAt: '2026-03-15T01:00:00Z',
      title: '<b>Migrate</b> the ledger',
      tags: [{ name: 'team', metadata: { name: 'payments' } }],
    },
  });
  [{ sessionId }] = planted.read(z.tuple([z.object({ sessionId: z.string() })]));
  await emulator.tell('/__sim/clock', { now: '2026-03-15T12:00:00Z' });
  await curfew('settings', 'set', 'sessions.ceilingCredits', '1000');
});

test('a runaway is found by a dry run, which changes nothing and stores nothing', async () => {
  await curfew('sessions', 'policies', 'set', 'runaways', '--actions', 'tag;compaction', '--mode', 'act');

  const { findings } = await run('--dry-run');

  expect(findings.map(({ subject, action }) => [subject, action])).toContainEqual([
    sessionId,
    { kind: 'tag', status: 'proposed' },
  ]);
  expect(await patches()).toBe(0);
  expect((await curfew('sessions', 'list', '--json')).read(z.array(z.unknown()))).toEqual([]);
});

test('its policy acts once, although the answer of the change is lost, and the tags of others stay', async () => {
  await emulator.tell('/__sim/faults', {
    match: { method: 'PATCH', path: '/api/v0/sessions/' },
    fault: 'accept-then-fail',
    times: 1,
  });

  const [first, second] = [await run(), await run()];

  const actions = (found: typeof first) =>
    found.findings.flatMap(({ action }) => (action === null ? [] : [`${action.kind} ${action.status}`]));
  expect([actions(first), actions(second)]).toEqual([
    ['tag done', 'compaction done'],
    ['tag done', 'compaction done'],
  ]);
  expect(await patches()).toBe(2);
  const { tags, compactionThresholdCheckEnabled } = await session();
  expect(tags?.map(({ name }) => name)).toEqual(['team', 'curfew']);
  expect(compactionThresholdCheckEnabled).toBe(true);
});

test('sessions, their costs and one of them are shown', async () => {
  const [listed] = (await curfew('sessions', 'list', '--tag', 'cur*', '--json')).read(
    z.array(z.object({ session: z.string(), credits: z.number(), status: z.string() })),
  );
  const costs = (await curfew('sessions', 'costs', '--by', 'tag', '--json')).read(
    z.array(z.object({ name: z.string(), credits: z.number() })),
  );
  const shown = await curfew('sessions', 'show', sessionId.slice(0, 8));

  expect(listed).toMatchObject({ session: sessionId, status: 'running' });
  expect(costs).toContainEqual(expect.objectContaining({ name: 'curfew', credits: listed?.credits }));
  expect(shown.stdout).toMatch(/action tag +done/u);
});

test('what was changed is put back, and the journal says what stood there before', async () => {
  const restored = await curfew('sessions', 'restore', sessionId, '--json');
  const journal = await readJournal(
    curfew,
    z.object({ kind: z.string(), actor: z.string(), detail: z.record(z.string(), z.unknown()) }),
  );

  expect(restored.read(z.object({ restored: z.boolean() }))).toEqual({ restored: true });
  expect((await session()).tags?.map(({ name }) => name)).toEqual(['team']);
  expect(journal.filter(({ kind }) => kind === 'session-restored')).toMatchObject([{ actor: 'ada' }, { actor: 'ada' }]);
  const [tagged] = journal.filter(({ kind }) => kind === 'session-acted');
  expect(tagged?.detail).toMatchObject({ before: expect.anything(), state: 'done' });
  expect(JSON.stringify(journal)).not.toContain('Migrate');
});

test('policies go out as CSV and YAML and come in again; a file with a fault changes nothing', async () => {
  const [csv, yaml, bad] = [pathOf('p.csv'), pathOf('p.yaml'), pathOf('bad.yaml')];
  await curfew('sessions', 'policies', 'export', csv);
  await curfew('sessions', 'policies', 'export', yaml);
  writeFileSync(bad, 'policies:\n  - policy: other\n    actions: [tag]\n  - policy: x\n    actions: [zap]\n');

  await curfew('sessions', 'policies', 'rm', 'runaways');
  const gone = await curfew('sessions', 'policies', 'rm', 'runaways');
  const again = await curfew('sessions', 'policies', 'import', csv, '--yes');
  const same = await curfew('sessions', 'policies', 'import', yaml, '--yes');
  const refused = await curfew('sessions', 'policies', 'import', bad, '--yes');

  expect(gone.stderr).toContain('There is no session policy "runaways"; see "npx curfew sessions policies list"');
  expect([again.exitCode, same.exitCode, refused.exitCode]).toEqual([0, 0, 1]);
  expect(same.stdout).toContain('like that already');
  expect(refused.stderr).toMatch(/entry 2 \(line 4\).*"zap"/u);
  const list = await curfew('sessions', 'policies', 'list', '--json');
  expect(list.read(z.object({ policies: z.array(z.object({ policy: z.string(), version: z.int() })) }))).toEqual({
    policies: [{ policy: 'runaways', version: 3 }],
  });
  expect(
    (await curfew('sessions', 'policies', 'history', 'runaways', '--json')).read(z.array(z.unknown())),
  ).toHaveLength(3);
});
