import { expect, test } from 'vitest';

import {
  readCapsSnapshot,
  readSnapshot,
  type SnapshotOrder,
} from '../../../../../shared/explanation/use-cases/snapshots/read-snapshot.ts';
import {
  type ReadSnapshot,
  readSnapshotVersion,
} from '../../../../../shared/explanation/use-cases/snapshots/share-snapshots.ts';
import { aLedgerDay } from '../../../../support/domain-samples.ts';
import { someSettings } from '../../../../support/enforcement-settings.ts';
import { aTopUp } from '../../../../support/grants.ts';
import { aTablesWorld } from '../../../../support/tables-world.ts';

const atMs = Date.parse('2026-03-15T02:30:00.000Z');
const order: SnapshotOrder = { atMs, settings: someSettings() };

test('a snapshot is of its moment: the day, the caps, and what is known of the windows', async () => {
  const { ports } = await aTablesWorld();
  ports.grants.writeByHand({ ...aTopUp({ credits: 50 }), scope: 'user:ann@acme.example' });
  await ports.ledger.putDay(aLedgerDay({ day: '2026-03-12', status: 'suspect' }));

  const snapshot = await readSnapshot(ports, order);

  expect(snapshot).toMatchObject({ today: '2026-03-15', dataThrough: '2026-03-11', floorCredits: 0 });
  expect(snapshot.ceilingCredits).toBeUndefined();
  expect(snapshot.decisions.map((decision) => decision.kind)).toEqual(['set', 'set']);
  expect([...snapshot.topUpCredits]).toEqual([['ann@acme.example', 50]]);
  expect([...snapshot.limits.keys()]).toEqual(['ann', 'bob']);
  expect(snapshot.untrustedDays.map(({ day, known }) => [day, known?.status])).toEqual([['2026-03-12', 'suspect']]);
});

test('a snapshot has the floor and the ceiling of the settings', async () => {
  const { ports } = await aTablesWorld();
  const settings = someSettings({ limitFloorCredits: 5, limitCeilingCredits: 900 });

  expect(await readSnapshot(ports, { atMs, settings })).toMatchObject({ floorCredits: 5, ceilingCredits: 900 });
});

test('a snapshot names the runs that are at work', async () => {
  const { ports } = await aTablesWorld();
  const at = new Date(atMs).toISOString();
  await ports.runs.put({ runId: 'enforce-now', job: 'enforce', at, startedAt: at });
  await ports.runs.put({ runId: 'enforce-before', job: 'enforce', at, startedAt: at, finishedAt: at });

  expect((await readSnapshot(ports, order)).runsGoingOn).toEqual(new Set(['enforce-now']));
});

test('a snapshot that is shared is the one of another call, also for caps alone', async () => {
  const { ports } = await aTablesWorld();
  const shared = { today: 'shared' } as unknown as ReadSnapshot;
  const versions: unknown[] = [];
  const share: NonNullable<SnapshotOrder['share']> = async ({ version, read }) => {
    versions.push(await version());
    expect((await read()).today).toBe('2026-03-15');
    return shared;
  };

  expect(await readSnapshot(ports, { ...order, share })).toBe(shared);
  expect(await readCapsSnapshot(ports, { ...order, share })).toBe(shared);
  const version = await readSnapshotVersion(ports, atMs);
  expect(versions).toEqual([version, version]);
});

test('a snapshot for caps alone decides the same', async () => {
  const { ports } = await aTablesWorld();
  const ofCaps = await readCapsSnapshot(ports, order);
  const whole = await readSnapshot(ports, order);

  expect(ofCaps.decisions).toEqual(whole.decisions);
});
