import { describe, expect, test } from 'vitest';

import { runIdOf } from '../../shared/kernel/runs/run-id.ts';
import type { Run } from '../../shared/kernel/runs/run.ts';
import { dynamoLeaseStore } from '../../shared/kernel/runs/store/dynamo-lease-store.ts';
import { dynamoRunStore } from '../../shared/kernel/runs/store/dynamo-run-store.ts';
import { memoryLeaseStore, memoryRunStore } from '../../shared/kernel/runs/store/memory-run-store.ts';
import { useEngine } from '../support/test-engine.ts';

const engine = useEngine();

const nowMs = Date.parse('2026-03-15T08:00:00Z');
const durationMs = 600_000;
const claim = { name: 'controls', owner: 'second', nowMs, durationMs };
const at = new Date(nowMs).toISOString();
const begun: Run = { runId: runIdOf('controls', nowMs, 'every-5-minutes'), job: 'controls', at, startedAt: at };
const outcome = { status: 'complete', alerts: 0, isUnfinished: false, problems: [] } as const;
const ended: Run = { ...begun, finishedAt: at, outcome };

describe.each(['in memory', 'in DynamoDB'] as const)('a run and its lease in one write, %s', (where) => {
  async function stores() {
    const rows = new Map<string, Readonly<Record<string, unknown>>>();
    const tables = where === 'in memory' ? undefined : await engine.freshTables();
    return tables === undefined
      ? { leases: memoryLeaseStore(rows), runs: memoryRunStore(rows) }
      : { leases: dynamoLeaseStore(engine.dynamo(), tables.leases), runs: dynamoRunStore(engine.dynamo(), tables) };
  }

  /** A lease that an earlier run has taken, and given back if so. */
  async function afterAnother({ isGivenBack }: { readonly isGivenBack: boolean }) {
    const both = await stores();
    const first = await both.leases.acquire('controls', { owner: 'first', nowMs: nowMs - 60_000, durationMs });
    if (isGivenBack && first.kind === 'acquired') {
      await both.leases.release(first.lease);
    }
    return both;
  }

  test('takes a lease that was given back, and records the start', async () => {
    const { leases, runs } = await afterAnother({ isGivenBack: true });

    const lease = await runs.begin(begun, claim);

    expect(lease).toEqual({ name: 'controls', owner: 'second', fence: nowMs, expiresAtMs: nowMs + durationMs });
    expect(await runs.find(begun.runId)).toEqual(begun);
    expect(await leases.isFree('controls', nowMs + durationMs - 1)).toBe(false);
    expect(lease && (await leases.renew(lease, { nowMs, durationMs }))).toEqual(lease);
  });

  test('writes nothing where another run holds the lease, or none ever had it', async () => {
    const held = await afterAnother({ isGivenBack: false });
    const fresh = await stores();

    for (const { leases, runs } of [held, fresh]) {
      expect(await runs.begin(begun, claim)).toBeUndefined();
      expect(await runs.find(begun.runId)).toBeUndefined();
      expect(await leases.isFree('controls', nowMs)).toBe(leases === fresh.leases);
    }
  });

  test('writes nothing where the run is finished', async () => {
    const { leases, runs } = await afterAnother({ isGivenBack: true });
    await runs.put(ended);

    expect(await runs.begin(begun, claim)).toBeUndefined();
    expect(await runs.find(begun.runId)).toEqual(ended);
    expect(await leases.isFree('controls', nowMs)).toBe(true);
  });

  test('records the end and gives the lease back, as often as it is said', async () => {
    const { leases, runs } = await afterAnother({ isGivenBack: true });
    const lease = await runs.begin(begun, claim);

    expect(lease && [await runs.end(ended, lease), await runs.end(ended, lease)]).toEqual([true, true]);
    expect(await runs.find(begun.runId)).toEqual(ended);
    expect(await leases.isFree('controls', nowMs)).toBe(true);
  });

  test('writes no end where the lease is lost, or the run came to something else', async () => {
    const { leases, runs } = await afterAnother({ isGivenBack: true });
    const lease = await runs.begin(begun, claim);
    const laterMs = nowMs + durationMs;

    await leases.acquire('controls', { owner: 'third', nowMs: laterMs, durationMs });
    expect(lease && (await runs.end(ended, lease))).toBe(false);
    expect(await runs.find(begun.runId)).toEqual(begun);
    expect(await leases.isFree('controls', laterMs)).toBe(false);

    const own = await leases.acquire('controls', { owner: 'third', nowMs: laterMs, durationMs });
    await runs.put(ended);
    const other = { ...ended, outcome: { ...outcome, alerts: 1 } };
    expect(own.kind === 'acquired' && (await runs.end(other, own.lease))).toBe(false);
    expect(await leases.isFree('controls', laterMs)).toBe(false);
  });
});
