import { expect, test } from 'vitest';

import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runEnforcement,
  setBudgets,
  windowStartOf,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import { hourMs, minuteMs } from './virtual-clock.ts';

const blastRadius = { loweredShare: 0.3, blockedUsersMax: 10, raisedShare: 0.5 };
const turn = '2026-02-01';
const month = (amount: number) => [{ scope: 'default', window: 'month' as const, amount }];

/** Twenty people after two nights of January, at the turn of the month; `start`: whether a run sets the new limits at 00:05. */
async function atTurn(
  budgets: Scenario['budgets'],
  { start = true, demand = [100] }: { readonly start?: boolean; readonly demand?: readonly number[] } = {},
): Promise<EnforcementWorld> {
  const members = Array.from({ length: 20 }, (_, index) => {
    const name = `p${index + 10}`;
    return { userId: `u-${name}`, email: `${name}@acme.example`, demand };
  });
  const world = anEnforcementWorld({ members, budgets: [], admins: ['ada@acme.example'], settings: { blastRadius } });
  setBudgets(world, budgets);
  for (const day of ['2026-01-29', '2026-01-30', '2026-01-31']) {
    await runEnforcement(world, day);
  }
  if (start) {
    const started = windowStartOf(turn);
    world.clock.moveTo(instantOf(started.at));
    await invoke(world, started);
  }
  return world;
}

async function editAt(world: EnforcementWorld, at: string, rows: Scenario['budgets']) {
  world.clock.moveTo(instantOf(at));
  setBudgets(world, rows);
  world.clock.moveBy(minuteMs);
  const now = new Date(world.clock.now()).toISOString();
  const { outcome } = await invoke(world, {
    runId: `enforce-${now}-edit-1`,
    at: now,
    kind: 'edit',
    onlyIfUnfinished: false,
  });
  return outcome;
}

const heldByReach = { status: 'held', held: { guard: 'blast-radius' } };

test.for<readonly [string, Scenario['budgets'], Scenario['budgets']]>([
  ['a default that is cut', month(5_000), month(2_000)],
  ['a weekly default that is cut', [{ scope: 'default', window: 'week', amount: 900 }], month(200)],
  [
    'a default that comes beside a pool',
    [{ scope: 'org', window: 'month', amount: 200_000 }],
    [{ scope: 'org', window: 'month', amount: 200_000 }, ...month(500)],
  ],
  [
    'a pool with overcommit that is cut',
    [{ scope: 'org', window: 'month', amount: 100_000, guarantee: 2 }],
    [{ scope: 'org', window: 'month', amount: 10_000, guarantee: 2 }],
  ],
])(
  'on the first day of a platform window %s waits, and so it does in the nights that follow',
  async ([, before, after]) => {
    const world = await atTurn(before);
    await runEnforcement(world, turn);

    const edited = await editAt(world, `${turn}T10:00:00Z`, after);
    const inTheEvening = await editAt(world, `${turn}T20:00:00Z`, after);
    const secondNight = await runEnforcement(world, '2026-02-02');
    const thirdNight = await runEnforcement(world, '2026-02-03');

    expect([edited, inTheEvening, secondNight.outcome, thirdNight.outcome]).toMatchObject(
      Array.from({ length: 4 }, () => heldByReach),
    );
  },
);

test('an edit between the window start and the night waits, in the night too', async () => {
  const world = await atTurn([{ scope: 'default', window: 'week', amount: 900 }]);

  const edited = await editAt(world, `${turn}T01:00:00Z`, month(200));
  const night = await runEnforcement(world, turn);

  expect([edited, night.outcome]).toMatchObject([heldByReach, heldByReach]);
});

test('people who are cut a few at a time on the first day count together', async () => {
  const rows = (cut: number) => [
    ...month(5_000),
    ...Array.from({ length: cut }, (_, index) => {
      return { scope: `user:p${index + 10}@acme.example`, window: 'month' as const, amount: 2_000 };
    }),
  ];
  const world = await atTurn(month(5_000));
  await runEnforcement(world, turn);

  const few = await editAt(world, `${turn}T10:00:00Z`, rows(6));
  const more = await editAt(world, `${turn}T11:00:00Z`, rows(12));

  expect(few).toMatchObject({ status: 'complete', capsChanged: 6 });
  expect(more).toMatchObject(heldByReach);
});

test.for<readonly [string, Scenario['budgets']]>([
  ['budgets of people over the month', month(5_000)],
  ['budgets of people over a week that straddles the turn', [{ scope: 'default', window: 'week', amount: 2_500 }]],
  ['budgets of people over a quarter', [{ scope: 'default', window: 'quarter', amount: 9_000 }]],
  ['a pool', [{ scope: 'org', window: 'month', amount: 60_000 }]],
  ['a pool over a week', [{ scope: 'org', window: 'week', amount: 12_000 }]],
  [
    'a pool over a quarter, with budgets of people',
    [{ scope: 'org', window: 'quarter', amount: 90_000 }, ...month(5_000)],
  ],
])('the turn alone holds nothing, with late figures and without a window start too: %s', async ([, budgets]) => {
  for (const start of [true, false]) {
    for (const isLate of [false, true]) {
      const world = await atTurn(budgets, { start, demand: [400, 0, 30, 900, 100] });
      if (isLate) {
        world.platform.tellings.set('2026-01-31', () => undefined);
      }

      const outcomes = [(await runEnforcement(world, turn)).outcome];
      for (let hour = 4; hour <= 12; hour += 1) {
        world.clock.moveTo(instantOf(`${turn}T00:30:00Z`) + hour * hourMs);
        if (hour === 9) {
          world.platform.tellings.clear();
        }
        const at = new Date(world.clock.now()).toISOString();
        outcomes.push((await invoke(world, { runId: `hourly-${hour}`, at })).outcome);
      }
      const edited = await editAt(world, `${turn}T14:00:00Z`, [
        ...budgets,
        { scope: 'user:p10@acme.example', window: 'month', amount: 1_500 },
      ]);
      const next = (await runEnforcement(world, '2026-02-02')).outcome;

      const guards = [...outcomes, edited, next].map(({ held }) => held?.guard);
      const held = guards.filter((guard) => guard === 'blast-radius');
      expect({ start, isLate, held }).toEqual({ start, isLate, held: [] });
      expect(guards.at(-1)).toBeUndefined();
    }
  }
});
