import { NumberValue, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test, vi } from 'vitest';

import { runIdOf } from '../../shared/kernel/runs/run-id.ts';
import { dynamoLeaseStore } from '../../shared/kernel/runs/store/dynamo-lease-store.ts';
import { dynamoRunStore } from '../../shared/kernel/runs/store/dynamo-run-store.ts';
import { memoryLeaseStore, memoryRunStore } from '../../shared/kernel/runs/store/memory-run-store.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeLeaseStore } from './lease-store-contract.ts';

const engine = useEngine();

describeLeaseStore('in memory', async () => memoryLeaseStore());
describeLeaseStore('in DynamoDB', async () => {
  const { leases } = await engine.freshTables('leases');
  return dynamoLeaseStore(engine.dynamo(), leases);
});

describe.each(['in memory', 'in DynamoDB'] as const)('rows that somebody has tampered with, %s', (where) => {
  const nowMs = Date.parse('2026-03-15T02:30:00Z');
  const claim = { owner: 'night', nowMs, durationMs: 600_000 };
  const later = { ...claim, nowMs: nowMs + 15 * 60_000 };

  /** Both stores on rows of which `plant` puts one. */
  async function stores() {
    if (where === 'in memory') {
      const rows = new Map<string, Readonly<Record<string, unknown>>>();
      const plant = async (row: { readonly name: string }) => void rows.set(row.name, { ...row });
      return { leases: memoryLeaseStore(rows), runs: memoryRunStore(rows, { now: () => nowMs }), plant };
    }
    const tables = await engine.freshTables('leases', 'runs');
    const dynamo = engine.dynamo();
    return {
      leases: dynamoLeaseStore(dynamo, tables.leases),
      runs: dynamoRunStore(dynamo, tables, { now: () => nowMs }),
      plant: async (Item: { readonly name: string }) => {
        await dynamo.send(new PutCommand({ TableName: tables.leases, Item }));
      },
    };
  }

  test('are repaired, given to one run after the longest lease, and reported until another is found', async () => {
    const { leases, plant } = await stores();
    await plant({ name: 'limits', owner: 'x', fence: -3, expiresAtMs: Date.parse('2099-01-01') } as never);

    const first = await leases.acquire('limits', claim);
    const meanwhile = await leases.acquire('limits', { ...claim, owner: 'another' });
    const acquired = await leases.acquire('limits', later);

    expect(first).toEqual({ kind: 'held', untilMs: later.nowMs, isRepaired: true });
    expect(meanwhile).toEqual({ kind: 'held', untilMs: later.nowMs });
    expect(acquired).toMatchObject({ kind: 'acquired', lease: { owner: 'night', fence: later.nowMs } });
    const found = 'fence is "-3", expiresAtMs is "4070908800000"';
    expect(await leases.tampered()).toEqual([{ name: 'limits', foundAtMs: nowMs, found }]);
  });

  test('of the progress of a job do not put it off: it is as far as its last run has come', async () => {
    const { leases, runs, plant } = await stores();
    const at = '2026-03-14T02:30:00.000Z';
    await runs.put({ runId: runIdOf('enforce', Date.parse(at), 'nightly'), job: 'enforce', at, startedAt: at });
    await plant({ name: 'applied:enforce', at: '2099-01-01T00:00:00.000Z', atMs: Date.parse('2099-01-01') } as never);

    const latest = await runs.latestApplied('enforce');
    const isMoved = await runs.markApplied('enforce', new Date(nowMs).toISOString());

    expect([latest, isMoved]).toEqual([at, true]);
    expect(await leases.tampered()).toMatchObject([{ name: 'applied:enforce', foundAtMs: nowMs }]);
  });
});

test('a number that no program can hold does not stop the one that reads it', async () => {
  const { leases } = await engine.freshTables('leases');
  const dynamo = engine.dynamo();
  const store = dynamoLeaseStore(dynamo, leases);
  const Item = { name: 'limits', owner: 'x', fence: 1, expiresAtMs: NumberValue.from('12345678901234567890.5') };
  await dynamo.send(new PutCommand({ TableName: leases, Item }));
  const [nowMs, durationMs] = [Date.parse('2026-03-15T02:30:00Z'), 600_000];

  const first = await store.acquire('limits', { owner: 'night', nowMs, durationMs });
  const then = await store.acquire('limits', { owner: 'night', nowMs: nowMs + 900_000, durationMs });

  expect([first.kind, then.kind]).toEqual(['held', 'acquired']);
});

test('a lease is never judged by a stale reading, and never moved without the one that was read', async () => {
  const { leases } = await engine.freshTables('leases');
  const send = vi.spyOn(engine.dynamo(), 'send');
  const claim = { owner: 'me', nowMs: 0, durationMs: 1_000 };

  await dynamoLeaseStore(engine.dynamo(), leases).acquire('enforce', claim);

  const inputs = send.mock.calls.map(([{ input }]) => input);
  expect(inputs).toMatchObject([{ ConsistentRead: true }, { ConditionExpression: expect.any(String) }]);
});
