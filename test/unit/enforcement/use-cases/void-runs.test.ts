import { beforeEach, expect, test } from 'vitest';

import { memoryLedgerStore, memoryLimitStore } from '../../../../shared/enforcement/memory-store.ts';
import { voidRunsAhead } from '../../../../shared/enforcement/use-cases/void-runs.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { memoryLeaseStore, memoryRunStore } from '../../../../shared/kernel/runs/store/memory-run-store.ts';
import { aLedgerDay } from '../../../support/domain-samples.ts';

const now = '2026-03-15T12:00:00.000Z';
const until = '2026-09-15T02:30:00.000Z';
const lastNight = '2026-03-15T02:30:00.000Z';
const order = { until, by: 'ada@acme.example', at: now, reason: 'the clock was half a year ahead' };

let ports: Awaited<ReturnType<typeof portsWithRunAhead>>;
beforeEach(async () => {
  ports = await portsWithRunAhead();
});

async function portsWithRunAhead() {
  const clock = { now: () => Date.parse(now) };
  const runs = memoryRunStore(new Map(), clock);
  for (const at of [lastNight, until]) {
    const runId = `enforce-${at}-nightly`;
    const outcome = {
      status: 'complete',
      isUnfinished: false,
      capsChanged: 0,
      capsFailed: 0,
      alerts: 0,
      problems: [],
    } as const;
    await runs.put({ runId, job: 'enforce', at, startedAt: at, finishedAt: at, outcome } as never);
    await runs.markApplied('enforce', at);
    await runs.markSent('enforce', at);
  }
  let id = 0;
  const ids = { next: () => `id-${(id += 1)}` };
  return {
    clock,
    runs,
    ids,
    journal: memoryJournal(),
    leases: memoryLeaseStore(),
    ledger: memoryLedgerStore(),
    limits: memoryLimitStore(clock),
  };
}

const marks = async () => [await ports.runs.latestApplied('enforce'), await ports.runs.latestSent('enforce')];
const entries = async () => ports.journal.list({ from: '2026-03-15', through: '2026-03-15' }, 10, ['runs-voided']);

test('runs go on from the last one of the past, and the journal says who let them, why, and which runs count no more', async () => {
  const outcome = await voidRunsAhead(ports, order);

  const runIds = [`enforce-${until}-nightly`];
  expect(outcome).toEqual({ kind: 'void', back: lastNight, runIds });
  expect(await marks()).toEqual([lastNight, lastNight]);
  expect(await entries()).toMatchObject([
    { actor: order.by, at: now, detail: { until, back: lastNight, reason: order.reason, runs: runIds, runsCount: 1 } },
  ]);
});

test('another moment than that of the hold is refused with that one, and nothing is changed', async () => {
  const outcome = await voidRunsAhead(ports, { ...order, until: '2026-09-15T02:30:01.000Z' });

  expect(outcome).toEqual({ kind: 'another', until });
  expect(await marks()).toEqual([until, until]);
  expect(await entries()).toEqual([]);
});

test('where no run is ahead of the clock there is nothing to declare void', async () => {
  await voidRunsAhead(ports, order);

  expect(await voidRunsAhead(ports, order)).toEqual({ kind: 'not-held' });
  expect(await entries()).toHaveLength(1);
});

test('where the platform has reported a day that is not over by the clock, the clock is wrong: nothing is changed', async () => {
  await ports.ledger.putDay(aLedgerDay({ day: '2026-03-20' }));

  expect(await voidRunsAhead(ports, order)).toEqual({ kind: 'behind', day: '2026-03-20' });
  expect(await marks()).toEqual([until, until]);
});

test('while a run is at work nothing is declared void', async () => {
  const nowMs = Date.parse(now);
  await ports.leases.acquire('enforce', { owner: 'a run', nowMs, durationMs: 60_000 });

  expect(await voidRunsAhead(ports, order)).toEqual({ kind: 'busy', untilMs: nowMs + 60_000 });
  expect(await marks()).toEqual([until, until]);
});

test('without a run of the past the guards go on as after one that is long ago, and not as before a first run', async () => {
  ports = { ...ports, runs: memoryRunStore(new Map(), ports.clock) };
  await ports.runs.put({ runId: `enforce-${until}-x`, job: 'enforce', at: until, startedAt: until } as never);
  await ports.runs.markApplied('enforce', until);
  await ports.runs.markSent('enforce', until);

  await voidRunsAhead(ports, order);

  expect(await marks()).toEqual(['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z']);
});
