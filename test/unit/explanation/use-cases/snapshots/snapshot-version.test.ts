import { expect, test } from 'vitest';

import { readSnapshotVersion } from '../../../../../shared/explanation/use-cases/snapshots/share-snapshots.ts';
import { enforceJob, runIdOf } from '../../../../../shared/kernel/runs/run-id.ts';
import { msPerDay } from '../../../../../shared/kernel/time/day.ts';
import { aLedgerDay, anOutcome } from '../../../../support/domain-samples.ts';
import { memoryTables } from '../../../../support/memory-tables.ts';

const atMs = Date.parse('2026-03-15T02:30:00.000Z');
const at = new Date(atMs).toISOString();

function someTables() {
  return { clock: { now: () => atMs }, ...memoryTables() };
}

type Tables = ReturnType<typeof someTables>;

const changes: readonly (readonly [string, (tables: Tables) => unknown])[] = [
  ['a budget that somebody wrote', ({ budgets }) => budgets.writeByHand({ scope: 'org', window: 'month', amount: 1 })],
  ['a team that somebody wrote', ({ teams }) => teams.writeByHand({ name: 'web', members: ['ann@acme.example'] })],
  ['a row of grants that nobody can read', ({ grants }) => grants.writeByHand({ id: 'x', kind: 'top-up' })],
  ['a day that was read again', async ({ ledger }) => ledger.putDay(aLedgerDay({ day: '2026-03-14' }))],
  ...[enforceJob, 'live', 'roster'].map(
    (job) =>
      [
        `a run of ${job}`,
        async ({ runs }: Tables) => runs.put({ runId: `${job}-${at}`, job, at, startedAt: at, finishedAt: at }),
      ] as const,
  ),
];

test.for(changes)('%s makes another version, and nothing else does', async ([, change]) => {
  const tables = someTables();
  const before = await readSnapshotVersion(tables, atMs);
  const again = await readSnapshotVersion(tables, atMs);

  await change(tables);

  const after = await readSnapshotVersion(tables, atMs);
  expect(again).toEqual(before);
  expect(after.text).not.toBe(before.text);
  expect(after.isSettled).toBe(true);
});

test('the rows of the ledger have another version with each day and night, and the same with edits and other runs', async () => {
  const tables = someTables();
  const ledgerOf = async () => (await readSnapshotVersion(tables, atMs)).ledger;
  const put = async (job: string, suffix: string, finishedAt?: string) =>
    tables.runs.put({ runId: runIdOf(job, atMs, suffix), job, at, startedAt: at, ...(finishedAt && { finishedAt }) });
  const before = await ledgerOf();

  tables.budgets.writeByHand({ scope: 'org', window: 'month', amount: 1 });
  await put(enforceJob, 'edit-1');
  await put('live', 'five-minutes', at);
  const afterEdits = await ledgerOf();
  await put(enforceJob, 'night');
  const atWork = await ledgerOf();
  await put(enforceJob, 'night', at);
  const afterNight = await ledgerOf();
  await tables.ledger.putDay(aLedgerDay({ day: '2026-03-14' }));

  expect([afterEdits, atWork]).toEqual([before, undefined]);
  expect(new Set([before, afterNight, await ledgerOf()]).size).toBe(3);
});

test('another day is another version, and a run that is at work leaves none settled', async () => {
  const tables = someTables();
  const today = await readSnapshotVersion(tables, atMs);

  await tables.runs.put({ runId: 'enforce-now', job: enforceJob, at, startedAt: at });

  expect((await readSnapshotVersion(tables, atMs + msPerDay)).text).not.toBe(today.text);
  expect((await readSnapshotVersion(tables, atMs)).isSettled).toBe(false);
});

test('a run that ends makes another version, and so does what it came to', async () => {
  const { runs, ...tables } = someTables();
  const run = { runId: 'enforce-now', job: enforceJob, at, startedAt: at };
  const textOf = async () => (await readSnapshotVersion({ ...tables, runs }, atMs)).text;

  await runs.put(run);
  const begun = await textOf();
  await runs.put({ ...run, startedAt: new Date(atMs + 1).toISOString() });
  const again = await textOf();
  await runs.put({ ...run, finishedAt: at });
  const ended = await textOf();
  await runs.put({ ...run, finishedAt: at, outcome: anOutcome({}) });

  expect(new Set([begun, again, ended, await textOf()]).size).toBe(4);
});

test('a day that is not over makes no other version', async () => {
  const tables = someTables();
  const before = await readSnapshotVersion(tables, atMs);
  await tables.ledger.putDay(aLedgerDay({ day: '2026-03-15' }));

  expect(await readSnapshotVersion(tables, atMs)).toEqual(before);
});

test('the roster has another version with each run that may write it, the same with edits, and none while one is at work', async () => {
  const tables = someTables();
  const rosterOf = async () => (await readSnapshotVersion(tables, atMs)).roster;
  const put = async (finishedAt?: string) =>
    tables.runs.put({ runId: `roster-${at}`, job: 'roster', at, startedAt: at, ...(finishedAt && { finishedAt }) });
  const before = await rosterOf();

  tables.budgets.writeByHand({ scope: 'org', window: 'month', amount: 1 });
  const afterEdit = await rosterOf();
  await put();
  const atWork = await rosterOf();
  await put(at);

  expect([afterEdit, atWork]).toEqual([before, undefined]);
  expect(await rosterOf()).not.toBe(before);
});
