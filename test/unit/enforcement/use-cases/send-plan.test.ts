import { describe, expect, test } from 'vitest';

import type { CapPlanInput } from '../../../../shared/caps/cap-plan-input.ts';
import { inputsHashOf } from '../../../../shared/caps/plan-id.ts';
import type { LimitEntry } from '../../../../shared/enforcement/ports.ts';
import type { EnforcementPorts } from '../../../../shared/enforcement/use-cases/enforcement-work.ts';
import { beginSending } from '../../../../shared/enforcement/use-cases/send-batches.ts';
import { changesToSend, sendPlan } from '../../../../shared/enforcement/use-cases/send-plan.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import type { PlanOrder } from '../../../../shared/kernel/runs/run.ts';
import type { RowOutcome } from '../../../../shared/limits/limit-record.ts';
import { aConfirmedLimit } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTablesWorld } from '../../../support/tables-world.ts';

type SetLimits = EnforcementPorts['limitWriter']['setLimits'];
type World = Awaited<ReturnType<typeof aTablesWorld>>;
type SceneOfTables = NonNullable<Parameters<typeof aTablesWorld>[0]>;

interface Scene extends SceneOfTables {
  readonly isMoved?: boolean;
  readonly part?: 'rows';
  readonly prepare?: (ports: World['ports']) => void | Promise<void>;
  /** What the steps of an earlier process have answered, in their order. */
  readonly finished?: readonly unknown[];
}

/** Sends all of a plan, or the part that is said, with what each PUT is answered. */
async function send(setLimits: SetLimits, { isMoved = false, part, prepare, finished = [], ...scene }: Scene = {}) {
  const { work, cache, ports } = await aTablesWorld(scene);
  await prepare?.(ports);
  const { planId, planInputs } = await cache.planned();
  const permit = { planId, inputsHash: isMoved ? 'another' : inputsHashOf(planInputs) };
  const steps: { readonly name: string; readonly answer: unknown }[] = [];
  async function run<T>(name: string, doStep: () => Promise<T>): Promise<T> {
    const answer = (finished[steps.length] as T | undefined) ?? (await doStep());
    steps.push({ name, answer });
    return answer;
  }
  const sent = sendPlan(
    { ...work, ports: { ...work.ports, limitWriter: { setLimits }, steps: { ...work.ports.steps, run } } },
    cache,
    part === undefined ? permit : { ...permit, part },
  );
  return { sent: await sent, cache, ports, steps };
}

const rowsFor =
  (outcomeOf: (email: string) => RowOutcome): SetLimits =>
  async (entries: readonly LimitEntry[]) => ({ kind: 'answered', rows: entries.map(({ email }) => outcomeOf(email)) });

const refusal: RowOutcome = { kind: 'failed', problem: 'x'.repeat(500) };

/** A pool in which a lowered limit leaves others more at once, since use is bounded by time. */
const freeing: Scene = {
  settings: someSettings({ pools: { ...someSettings().pools, maxCreditsPerUserHour: 100 } }),
  prepare({ budgets }) {
    budgets.writeByHand({ scope: 'default', window: 'month', amount: 5_000, version: 2 });
    budgets.writeByHand({ scope: 'org', window: 'month', amount: 1_500, version: 1 });
    budgets.writeByHand({ scope: 'user:ann@acme.example', window: 'month', amount: 300, version: 1 });
  },
};

/** So many users besides whose limits fall, all from 1,000 to 600. */
const manyUsers = (count: number): Scene => ({
  async prepare({ users, limits }) {
    const ids = Array.from({ length: count - 2 }, (_, index) => `user-${String(index).padStart(3, '0')}`);
    await users.put(ids.map((userId) => ({ userId, email: `${userId}@acme.example` })));
    await limits.put(
      ids.map((userId) => aConfirmedLimit(userId, 1_000)),
      0,
    );
  },
});

/** Refuses the first 200 users, in batches and one by one, which takes 398 PUTs; then what is said. */
function refusingFirst(then: (put: number) => SetLimits): {
  readonly setLimits: SetLimits;
  readonly puts: () => number;
} {
  let puts = 0;
  return {
    puts: () => puts,
    async setLimits(entries) {
      puts += 1;
      return puts <= 398 ? { kind: 'refused', problem: 'a row is not valid' } : then(puts)(entries);
    },
  };
}

test('once all is sent, only the records stay of the sending', async () => {
  const { sent, cache, steps } = await send(rowsFor(() => ({ kind: 'done' })));

  expect(steps.map(({ answer }) => answer)).toEqual([{ rows: [], isOver: true, isLeaseLost: false }]);
  expect(sent).toEqual({ failed: new Map(), isLeaseLost: false });
  expect(cache.sending).toBeUndefined();
  expect([...(await cache.records()).values()].map(({ confirmed }) => confirmed?.limitCredits)).toEqual([600, 600]);
});

test('a row that is done when it is tried again has not failed', async () => {
  let tries = 0;

  const { sent } = await send(
    rowsFor((email) => (email.startsWith('bob') && (tries += 1) === 1 ? refusal : { kind: 'done' })),
  );

  expect(tries).toBe(2);
  expect(sent.failed).toEqual(new Map());
});

test('a row that is refused again has failed, with as much of the problem as a step may answer', async () => {
  const { sent } = await send(rowsFor((email) => (email.startsWith('bob') ? refusal : { kind: 'done' })));

  expect(sent.failed).toEqual(new Map([['bob', { kind: 'failed', problem: 'x'.repeat(120) }]]));
  expect(sent.stopped).toBeUndefined();
});

test('a key that is refused stops the sending', async () => {
  const { sent } = await send(async () => Promise.reject(new PlatformRefusedError('the key is refused')));

  expect(sent).toStrictEqual({ failed: new Map(), isLeaseLost: false, stopped: 'the key is refused' });
});

test('a platform that stays away stops the sending, and the next run continues', async () => {
  const { sent, ports } = await send(async () => Promise.reject(new PlatformUnavailableError('try later')));

  expect(sent).toStrictEqual({
    failed: new Map(),
    isLeaseLost: false,
    stopped: expect.stringMatching(/^try later; the next run continues/u),
  });
  expect((await ports.limits.list()).map(({ unsettled }) => unsettled.length)).toEqual([1, 1]);
});

test('anything else is raised', async () => {
  await expect(send(async () => Promise.reject(new Error('unforeseen')))).rejects.toThrow('unforeseen');
});

test('a part of a plan on tables that have moved is not sent', async () => {
  const { sent, ports } = await send(
    rowsFor(() => ({ kind: 'done' })),
    { isMoved: true, part: 'rows' },
  );

  expect(sent).toStrictEqual({
    failed: new Map(),
    isLeaseLost: false,
    isMoved: true,
    stopped: expect.stringMatching(/has moved/u),
  });
  expect((await ports.limits.list()).map(({ confirmed }) => confirmed?.limitCredits)).toEqual([1_000, 1_000]);
});

describe('where lowered limits set credits free', () => {
  test('the pools are divided once more when they are sent', async () => {
    const puts: (readonly LimitEntry[])[] = [];

    const { sent, cache } = await send(async (entries) => {
      puts.push(entries);
      return { kind: 'answered', rows: entries.map(() => ({ kind: 'done' })) };
    }, freeing);

    expect(sent).toEqual({ failed: new Map(), isLeaseLost: false });
    expect(puts.map((entries) => entries.map(({ limitCredits }) => limitCredits))).toEqual([[300, 1_000], [1_100]]);
    expect(cache.isDividedAgain).toBe(true);
  });

  test('they are not where only a part is sent', async () => {
    const only = { actor: 'ada@acme.example', isApproved: true, only: ['ann@acme.example'] };

    const { cache, ports } = await send(
      rowsFor(() => ({ kind: 'done' })),
      { ...freeing, part: 'rows', order: { apply: only } },
    );

    expect((await ports.limits.list()).map(({ confirmed }) => confirmed?.limitCredits)).toEqual([300, 1_000]);
    expect(cache.isDividedAgain).toBe(false);
  });

  test('they are not where the sending was stopped', async () => {
    const { sent, cache } = await send(
      async () => Promise.reject(new PlatformRefusedError('the key is refused')),
      freeing,
    );

    expect(sent).toMatchObject({ stopped: 'the key is refused' });
    expect(cache.isDividedAgain).toBe(false);
  });
});

describe('a run that goes on in another process', () => {
  test('leaves what failed before to the next run', async () => {
    const sentTo: string[] = [];

    const { sent } = await send(
      async (entries) => {
        sentTo.push(...entries.map(({ email }) => email));
        return { kind: 'answered', rows: entries.map(() => ({ kind: 'done' })) };
      },
      { finished: [{ rows: [['bob', refusal]], isOver: false, isLeaseLost: false }] },
    );

    expect(sentTo).toEqual(['ann@acme.example']);
    expect(sent.failed).toEqual(new Map([['bob', refusal]]));
  });

  test('ends after as many steps as a durable execution bears', async () => {
    const going = { rows: [], isOver: false, isLeaseLost: false };

    const { sent, steps } = await send(
      rowsFor(() => refusal),
      { finished: Array.from({ length: 2_001 }, () => going) },
    );

    expect(steps.map(({ name }) => name).at(-1)).toBe('limits 2000');
    expect(sent).toStrictEqual({
      failed: new Map(),
      isLeaseLost: false,
      stopped: expect.stringMatching(/2000 steps/u),
    });
  });
});

describe('of many batches', () => {
  test('each is a step of its own at first, later twenty are', async () => {
    const platform = refusingFirst(() => rowsFor(() => ({ kind: 'done' })));

    const { sent, steps } = await send(platform.setLimits, manyUsers(200));

    expect(sent.failed.size).toBe(200);
    // Steps of one batch, then the 198 that are left.
    expect(steps).toHaveLength(200 + 10);
  });

  test('a step ends once it has named so many rows that are not done', async () => {
    const platform = refusingFirst(() => rowsFor(() => refusal));

    const { sent, steps } = await send(platform.setLimits, manyUsers(1_000));

    const counts = steps.map(({ answer }) => (answer as { rows: unknown[] }).rows.length);
    expect(sent.failed.size).toBe(1_000);
    expect(Math.max(...counts)).toBe(300);
  });

  test('a row that is done in the step in which it failed has not failed', async () => {
    const platform = refusingFirst((put) => rowsFor(() => (put === 399 ? refusal : { kind: 'done' })));

    const { sent } = await send(platform.setLimits, manyUsers(300));

    expect(platform.puts()).toBe(400);
    expect(sent.failed.size).toBe(200);
  });

  test('those that a platform answered before it was away are reported', async () => {
    const platform = refusingFirst(
      (put) => async (entries) =>
        put === 399 ? rowsFor(() => refusal)(entries) : Promise.reject(new PlatformUnavailableError('try later')),
    );

    const { sent } = await send(platform.setLimits, manyUsers(400));

    expect(sent.failed.size).toBe(300);
    expect(sent.stopped).toMatch(/try later/u);
    // The step that follows asks once more.
    expect(platform.puts()).toBe(401);
  });

  test('what is unforeseen is raised all the same', async () => {
    const platform = refusingFirst(() => async () => Promise.reject(new Error('unforeseen')));

    await expect(send(platform.setLimits, manyUsers(300))).rejects.toThrow('unforeseen');
  });
});

describe('what is sent', () => {
  async function sendingWith(said: Partial<CapPlanInput['pools']> = {}, prepare: Scene['prepare'] = () => {}) {
    const { work, cache, ports } = await aTablesWorld({ order: { stopAtMs: 7 } });
    await prepare(ports);
    const { planInputs } = await cache.planned();
    const { clockDoubt: _, ...pools } = planInputs.pools;
    return beginSending(work, { ...planInputs, pools: { ...pools, ...said } }, { records: new Map(), changes: [] });
  }

  test.for([
    [undefined, { earlierMs: 0, laterMs: 0 }],
    [
      { earlierMs: 120_000, laterMs: 120_000 },
      { earlierMs: 0, laterMs: 0 },
    ],
    [
      { earlierMs: 120_001, laterMs: 120_000 },
      { earlierMs: 120_001, laterMs: 0 },
    ],
    [
      { earlierMs: 120_000, laterMs: 120_001 },
      { earlierMs: 0, laterMs: 120_001 },
    ],
  ] as const)('allows for clocks that differ by more than is tolerated: %j', async ([clockDoubt, expected]) => {
    expect((await sendingWith({ ...(clockDoubt && { clockDoubt }) })).clockDoubt).toEqual(expected);
  });
});

describe('the part of a plan that is sent', () => {
  /** Ann’s pool can keep its promise only with a lower limit; somebody has given Bob more since the last run. */
  async function partOf(part: 'rescue' | 'beside-hold' | 'rows', apply?: PlanOrder) {
    const { work, cache, ports } = await aTablesWorld({ ...(apply && { order: { apply } }) });
    const updatedAt = '2026-03-14T12:00:00.000Z';
    ports.teams.writeByHand({ name: 'web', members: ['ann@acme.example'] });
    ports.budgets.writeByHand({ scope: 'team:web', window: 'month', amount: 500, version: 1 });
    ports.budgets.writeByHand({
      scope: 'user:bob@acme.example',
      window: 'month',
      amount: 5_000,
      version: 1,
      updatedAt,
    });
    const latestSent = '2026-03-14T02:30:00.000Z';
    const changes = changesToSend(work, await cache.planned(), { planId: 'p-1', inputsHash: '', part, latestSent });
    return changes.map(({ userId, limitCredits }) => [userId, limitCredits]);
  }

  test('beside a hold is what protects pools, then what edits give', async () => {
    expect(await partOf('beside-hold')).toEqual([
      ['ann', 500],
      ['bob', 5_000],
    ]);
  });

  test('on figures in doubt is what is owed, and what edits give', async () => {
    expect(await partOf('rescue')).toEqual([
      ['ann', 500],
      ['bob', 5_000],
    ]);
  });

  test('of rows is what was released, beside what pools are owed, which every run sends', async () => {
    const byHand = { actor: 'ada@acme.example', isApproved: true };

    // As it is in the plan, which keeps a reserve.
    expect(await partOf('rows', { ...byHand, only: ['ann@acme.example'] })).toEqual([['ann', 496]]);
    expect(await partOf('rows', { ...byHand, only: ['bob@acme.example'] })).toEqual([
      ['ann', 500],
      ['bob', 5_000],
    ]);
    expect(await partOf('rows', byHand)).toEqual([['ann', 500]]);
    expect(await partOf('rows')).toEqual([['ann', 500]]);
  });
});
