import { expect, test } from 'vitest';

import { memoryGrantStore } from '../../../../shared/adapters/memory/edits/memory-grant-store.ts';
import { memoryTeamStore } from '../../../../shared/adapters/memory/edits/memory-team-store.ts';
import { memoryJournal } from '../../../../shared/adapters/memory/runs/memory-journal.ts';
import { immediateSteps } from '../../../../shared/adapters/memory/runs/immediate-steps.ts';
import { watchEdits, type EditRun, type WatchPorts } from '../../../../shared/application/edits/watch-edits.ts';

const rows = ['org', 'default', 'user:ann@acme.example'].map(
  (scope) => ({ table: 'budgets', scope, window: 'month' }) as const,
);
const order = { runId: 'edits-1', enforceRunId: 'enforce-1', atMs: 0, stopAtMs: 1_000, rows };

/** Each row is invalid, and takes half a second to read. */
function someWork(
  find: WatchPorts['budgets']['find'] = async () => ({ row: { kind: 'invalid', problem: '' } }) as never,
) {
  let nowMs = 0;
  const ordered: string[] = [];
  const ports = (end: EditRun): WatchPorts => ({
    clock: { now: () => nowMs },
    steps: immediateSteps(),
    budgets: {
      find: async (key) => {
        nowMs += 500;
        return find(key);
      },
      adopt: async () => Promise.resolve(),
    },
    teams: memoryTeamStore(memoryJournal()),
    grants: memoryGrantStore(memoryJournal()),
    orderRun: async ({ runId }) => {
      ordered.push(runId);
      return Promise.resolve(end);
    },
  });
  return { ports, ordered };
}

test('rows that the deadline leaves are handed over again, and the others take effect', async () => {
  const { ports, ordered } = someWork();

  const watched = await watchEdits(ports({ isDone: true }), order);

  expect(watched).toMatchObject({ invalid: 2, failedRows: [{ row: rows[2] }], isDone: true });
  expect(watched.outcome).toMatchObject({ status: 'partial', isUnfinished: true });
  expect(ordered).toEqual(['enforce-1']);
});

test('a batch is complete only when every row was looked at and its run is ordered', async () => {
  const whole = await watchEdits(someWork().ports({ isDone: true }), { ...order, stopAtMs: Infinity });
  const unordered = await watchEdits(someWork().ports({ isDone: false }), { ...order, stopAtMs: Infinity });

  expect(whole.outcome).toMatchObject({ status: 'complete', isUnfinished: false, problems: [] });
  expect(unordered.outcome).toMatchObject({ status: 'partial', isUnfinished: true });
});

test('a row that cannot be read does not keep the others from taking effect, and the outcome names it', async () => {
  const { ports, ordered } = someWork(async ({ scope }) => {
    if (scope === 'org') {
      throw new TypeError('no answer');
    }
    return Promise.resolve({ row: { kind: 'invalid', problem: '' } }) as never;
  });

  const watched = await watchEdits(ports({ isDone: true }), { ...order, stopAtMs: Infinity });

  expect(watched).toMatchObject({ invalid: 2, failedRows: [{ row: rows[0], problem: 'TypeError' }] });
  expect(watched.outcome.problems).toEqual(['the edit of the budget org (month): TypeError']);
  expect(ordered).toEqual(['enforce-1']);
});
