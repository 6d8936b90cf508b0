import { describe, expect, test } from 'vitest';

import { observeAlerts, raiseAlerts } from '../../../../shared/enforcement/use-cases/raise-alerts.ts';
import { createRunCache } from '../../../../shared/enforcement/use-cases/run-cache.ts';
import type { JournalEntry } from '../../../../shared/journal/journal-entry.ts';
import type { Day } from '../../../../shared/kernel/time/day.ts';
import { aConfirmedLimit } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTablesWorld, tonight } from '../../../support/tables-world.ts';

const settings = someSettings({ admins: ['admin@acme.example'] });
const decidedCaps = { kind: 'decided', uncappable: [] } as const;
const held = { guard: 'blast-radius', plan: 'p-1', detail: 'it reaches far' } as const;
const heldCaps = { kind: 'held', hold: held, isWorthNotifying: true } as const;

type World = Awaited<ReturnType<typeof aTablesWorld>>;

interface Scene {
  readonly prepare?: (ports: World['ports']) => void | Promise<void>;
  readonly order?: Partial<Parameters<typeof observeAlerts>[1]>;
  readonly completeThrough?: Day;
  /** Held by a guard before there was a plan. */
  readonly isUnplanned?: boolean;
}

/** The conditions that are open after a run, by topic, with what they say. */
async function conditions({ prepare, completeThrough = '2026-03-14', ...scene }: Scene) {
  const { ports, work } = await aTablesWorld({ settings, completeThrough });
  await prepare?.(ports);
  return raise(ports, work, scene);
}

/** The same on tables on which earlier runs may have raised some. */
async function raise(
  ports: World['ports'],
  work: World['work'],
  { order = {}, isUnplanned = false }: Pick<Scene, 'order' | 'isUnplanned'> = {},
) {
  const cache = createRunCache(work, undefined);
  const collected = await cache.collected();
  const decided = await cache.planned();
  const seen = await observeAlerts(work, {
    records: decided.planInputs.limits,
    isByHand: false,
    collected,
    caps: decidedCaps,
    ...(!isUnplanned && { decided }),
    clock: undefined,
    ...order,
  });
  await raiseAlerts(work, seen);
  const open = await ports.alerts.read('limits', []);
  const topics = open.map((state) => (state.kind === 'observed' ? state.observation.topic : state.kind));
  return { topics: topics.toSorted(), said: JSON.stringify(open) };
}

/** Both have used twice their budget. */
const usedUp: NonNullable<Scene['prepare']> = ({ budgets }) =>
  budgets.writeByHand({ scope: 'default', window: 'month', amount: 50, version: 2 });

test('thresholds are watched where caps were decided, and not where they are held', async () => {
  expect((await conditions({ prepare: usedUp })).topics).toEqual(['use', 'use']);
  expect((await conditions({ prepare: usedUp, order: { caps: heldCaps } })).topics).toEqual(['guard-held']);
});

test('who is stopped is looked for where there is a plan, whether it is held or not', async () => {
  const stopped: Scene = {
    prepare: async ({ limits }) => limits.put([aConfirmedLimit('ann', 100)], 0),
    order: { caps: heldCaps },
  };

  expect((await conditions(stopped)).topics).toEqual(['guard-held', 'stop', 'stopped']);
  expect((await conditions({ ...stopped, isUnplanned: true })).topics).toEqual(['guard-held']);
});

test('a clock that is off is told where it was compared', async () => {
  const clock = { isCompared: true, clockOffMs: 3_600_000 };

  expect((await conditions({ order: { clock } })).topics).toEqual(['clock-off']);
  expect((await conditions({ order: { clock: { ...clock, isCompared: false } } })).topics).toEqual([]);
});

describe('of a strict pool', () => {
  const pool: NonNullable<Scene['prepare']> = ({ budgets }) => {
    budgets.writeByHand({ scope: 'default', window: 'month', amount: 50_000, version: 2 });
    budgets.writeByHand({ scope: 'org', window: 'month', amount: 5_000, version: 1 });
  };

  /** Neither has a limit that Curfew holds. Ann is exempt until two days, and was until an earlier and a later one. */
  const exempted: NonNullable<Scene['prepare']> = async (ports) => {
    await pool(ports);
    await ports.limits.put(
      ['ann', 'bob'].map((userId) => aConfirmedLimit(userId, settings.unlimitedCredits)),
      0,
    );
    const base = {
      kind: 'exemption',
      email: 'ann@acme.example',
      reason: 'r',
      createdBy: 'ada@acme.example',
      version: 1,
    };
    const createdAt = '2026-03-01T00:00:00.000Z';
    const ended = { endedAt: '2026-03-05T00:00:00.000Z', endedBy: 'ada@acme.example' };
    [
      { until: '2026-03-31', ...ended },
      { until: '2026-03-20' },
      { until: '2026-03-18' },
      { until: '2026-03-10' },
    ].forEach((terms, index) => {
      ports.grants.writeByHand({ ...base, id: `e-${index}`, createdAt, ...terms });
    });
  };

  test('members who are exempt are told, with the latest day until which they are', async () => {
    const { said } = await conditions({ prepare: exempted });

    expect(said).toContain('ann@acme.example (until 20 Mar 2026)');
    expect(said).not.toContain('bob@acme.example (until');
  });

  test('before any day is known nothing is told of it', async () => {
    const prepare: Scene['prepare'] = async (ports) => {
      await pool(ports);
      await ports.limits.put([aConfirmedLimit('ann', settings.unlimitedCredits)], 0);
    };

    expect((await conditions({ prepare })).topics).toContain('promise-broken');
    expect((await conditions({ prepare, completeThrough: '2026-01-31' })).topics).toEqual([]);
  });

  test('nothing of that is told where caps are held', async () => {
    expect((await conditions({ prepare: exempted, order: { caps: heldCaps } })).said).not.toContain('until 2026-03-20');
  });

  /** More is in force than the pool has, since a day was found to be larger. */
  const restated = (runId: string): Scene => ({
    async prepare(ports) {
      ports.budgets.writeByHand({ scope: 'default', window: 'month', amount: 50_000, version: 2 });
      ports.budgets.writeByHand({ scope: 'org', window: 'month', amount: 1_500, version: 1 });
      const detail = {
        totalBefore: 0,
        totalAfter: 200,
        userCount: 1,
        users: [{ userId: 'ann', before: 0, after: 100 }],
      };
      const entry = {
        id: `${runId}/restated/2026-03-10`,
        at: tonight.at,
        kind: 'day-restated',
        actor: 'curfew',
        runId,
        subject: '2026-03-10',
        detail,
      };
      await ports.journal.append([entry as unknown as JournalEntry]);
    },
  });

  test('a promise that a restated day has broken is told by the run that found it, and by no other', async () => {
    expect((await conditions(restated('tonight'))).topics).toContain('promise-broken');
    expect((await conditions(restated('earlier'))).topics).not.toContain('promise-broken');
  });
});

test('once nothing holds the caps any more, whoever was notified of the hold learns what the run changed, and of no other', async () => {
  const { ports, work } = await aTablesWorld({ settings });
  await raise(ports, work, { order: { caps: heldCaps } });
  const changeBy = (runId: string, email: string): JournalEntry => ({
    id: `${runId}/cap/${email}`,
    at: tonight.at,
    kind: 'cap-changed',
    actor: 'curfew',
    runId,
    subject: email,
    detail: {
      email,
      from: 1_000,
      to: 600,
      reason: 'budget-changed',
      binding: { scope: 'default', window: 'month', headroomCredits: 500, usedCredits: 100 },
    },
  });
  const restated: JournalEntry = {
    id: 'tonight/restated/2026-03-10',
    at: tonight.at,
    kind: 'day-restated',
    actor: 'curfew',
    runId: 'tonight',
    subject: '2026-03-10',
    detail: { totalBefore: 0, totalAfter: 200, userCount: 0, users: [] },
  };
  await ports.journal.append([
    changeBy('tonight', 'ann@acme.example'),
    changeBy('earlier', 'bob@acme.example'),
    restated,
  ]);

  await raise(ports, work);

  const events = ports.alerts
    .allNotifications()
    .map(({ notification }) => 'event' in notification && notification.event);
  expect(events).toMatchObject([
    { kind: 'condition-raised' },
    {
      kind: 'condition-resolved',
      observation: { resolvedDetails: [expect.stringContaining('ann@acme.example (1,000 → 600)')] },
    },
  ]);
});

test('what waits for the mail to an address goes to the new address of whoever it is about, once that is somebody else’s', async () => {
  const { ports, work } = await aTablesWorld({ settings });
  await ports.limits.put([aConfirmedLimit('ann', 100)], 0);
  await raise(ports, work);
  await ports.users.put([
    { userId: 'ann', email: 'ann@new.example' },
    { userId: 'carl', email: 'ann@acme.example' },
  ]);

  await raise(ports, work);

  const pending = (await ports.alerts.listPending('limits')).map(({ notification }) => notification.recipient);
  expect(pending).toContain('ann@new.example');
  expect(pending).not.toContain('ann@acme.example');
});
