import { expect, test } from 'vitest';

import { readSnapshotVersion } from '../../../../../shared/application/queries/snapshots/snapshot-version.ts';
import { enforceJob } from '../../../../../shared/domain/runs/run-id.ts';
import { msPerDay } from '../../../../../shared/domain/time/day.ts';
import { aLedgerDay } from '../../../../support/domain-samples.ts';
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

test('another day is another version, and a run that is at work leaves none settled', async () => {
  const tables = someTables();
  const today = await readSnapshotVersion(tables, atMs);

  await tables.runs.put({ runId: 'enforce-now', job: enforceJob, at, startedAt: at });

  expect((await readSnapshotVersion(tables, atMs + msPerDay)).text).not.toBe(today.text);
  expect((await readSnapshotVersion(tables, atMs)).isSettled).toBe(false);
});
