import { expect, test, vi } from 'vitest';

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

type WorldPorts = Awaited<ReturnType<typeof aTablesWorld>>['ports'];

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

const changes: readonly (readonly [string, (ports: WorldPorts) => unknown, number])[] = [
  ['of a budget', ({ budgets }) => budgets.writeByHand({ scope: 'org', window: 'month', amount: 300 }), 0],
  ['of a team', ({ teams }) => teams.writeByHand({ name: 'web', members: ['ann@acme.example'] }), 0],
  ['of credits', ({ grants }) => grants.writeByHand({ ...aTopUp({ credits: 50 }), scope: 'user:ann@acme.example' }), 0],
  ['of a limit', async ({ limits }) => limits.put([{ userId: 'ann', email: 'ann@acme.example', unsettled: [] }], 9), 0],
  ['of a new window', ({ budgets }) => budgets.writeByHand({ scope: 'org', window: 'quarter', amount: 300 }), 1],
  [
    'of a person',
    async ({ users }) =>
      users.put([{ userId: 'eve', email: 'eve@acme.example', createdAt: '2026-01-01T00:00:00.000Z' }]),
    1,
  ],
  ['of a day', async ({ ledger }) => ledger.putDay(aLedgerDay({ day: '2026-03-12', totalCredits: 7 })), 1],
];

test.for(changes)(
  'after an edit %s a snapshot that takes the rows of the earlier one is as one read anew',
  async ([, change, reads]) => {
    const { ports } = await aTablesWorld();
    const earlier = await readSnapshot(ports, order);
    const readEach = vi.spyOn(ports.ledger, 'readEach');
    const share: NonNullable<SnapshotOrder['share']> = async ({ read }) => read(earlier);

    await change(ports);
    const taken = await readSnapshot(ports, { ...order, share });

    expect(readEach).toHaveBeenCalledTimes(reads);
    expect(taken).toEqual(await readSnapshot(ports, order));
  },
);

test('a snapshot for caps alone decides the same', async () => {
  const { ports } = await aTablesWorld();
  const ofCaps = await readCapsSnapshot(ports, order);
  const whole = await readSnapshot(ports, order);

  expect(ofCaps.decisions).toEqual(whole.decisions);
});
