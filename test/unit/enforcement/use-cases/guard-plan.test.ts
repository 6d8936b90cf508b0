import { describe, expect, test } from 'vitest';

import type { CapPlanInput } from '../../../../shared/caps/cap-plan-input.ts';
import { planCaps } from '../../../../shared/caps/cap-plan.ts';
import type { Binding, CapDecision, SetCap } from '../../../../shared/caps/cap.ts';
import { noShares, type SharedPool } from '../../../../shared/caps/shares/divide-shares.ts';
import type { HeldPlan } from '../../../../shared/enforcement/held-plan.ts';
import { excessesIn, type GuardMoments, judgePlan } from '../../../../shared/enforcement/judge-plan.ts';
import { memoryPlanStore } from '../../../../shared/enforcement/memory-store.ts';
import { partBesideHold } from '../../../../shared/enforcement/part-to-send.ts';
import type { Planned } from '../../../../shared/enforcement/planned.ts';
import type { EnforcementPorts } from '../../../../shared/enforcement/use-cases/enforcement-work.ts';
import {
  endWaiting,
  findLatestSent,
  findWaiting,
  keepHeldPlan,
} from '../../../../shared/enforcement/use-cases/guard-plan.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { enforceJob } from '../../../../shared/kernel/runs/run-id.ts';
import { memoryRunStore } from '../../../../shared/kernel/runs/store/memory-run-store.ts';
import type { LimitRecord, SentLimit } from '../../../../shared/limits/limit-record.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTopUp } from '../../../support/grants.ts';
import { partOf } from '../../../support/part-of.ts';
import { aPlanInput, aSharedPool } from '../../../support/plan-samples.ts';

/** A plan, with the moments that the guard asks for. */
type GuardInput = Planned & GuardMoments;

const run = { runId: 'tonight', at: '2026-03-15T02:30:00.000Z', today: '2026-03-15' };
const lastNight = '2026-03-14T02:30:00.000Z';

/** Not one cap may be lowered, and the total may not rise by a credit. */
const settings = someSettings({ blastRadius: { loweredShare: 0, blockedUsersMax: 1_000, raisedShare: 0 } });

function confirmed(said: Partial<SentLimit> = {}): SentLimit {
  return { limitCredits: 1_000, at: '2026-03-10T02:30:00.000Z', runId: 'earlier', usedCredits: 300, ...said };
}

function recordOf(limit: SentLimit, said: Partial<LimitRecord> = {}): LimitRecord {
  return { userId: 'ann', email: 'ann@acme.example', confirmed: limit, unsettled: [], ...said };
}

function lowered(binding: Partial<Binding> = {}, limitCredits = 900): SetCap {
  return {
    kind: 'set',
    userId: 'ann',
    email: 'Ann@acme.example',
    fromCredits: 1_000,
    limitCredits,
    reason: 'lowered',
    binding: { scope: { kind: 'default' }, window: 'month', usedCredits: 400, headroomCredits: 500, ...binding },
  };
}

function inputOf(
  change: CapDecision,
  record: LimitRecord,
  {
    pools = [],
    topUps = [],
    ...moments
  }: GuardMoments & { readonly pools?: readonly SharedPool[]; readonly topUps?: CapPlanInput['topUps'] } = {},
): GuardInput {
  const planInputs = aPlanInput({ limits: [record], topUps });
  return {
    planId: 'p-1',
    plan: {
      day: run.today,
      dataThrough: '2026-03-14',
      decisions: [change],
      uncappable: [],
      shares: { ...noShares, pools },
    },
    planInputs,
    latestSent: lastNight,
    ...moments,
  };
}

const isHeld = (input: GuardInput, as: typeof run = run, under = settings): boolean =>
  judgePlan(under, as, input, input) !== undefined;

describe('the guard of a plan’s reach', () => {
  const input = inputOf(lowered(), recordOf(confirmed()));

  test('holds a plan that reaches too far', () => {
    expect(judgePlan(settings, run, input, input)).toMatchObject({ guard: 'blast-radius', plan: 'p-1' });
  });

  test('lets a plan go that stays within its bounds', () => {
    const blastRadius = { loweredShare: 1, blockedUsersMax: 1, raisedShare: 0 };

    expect(isHeld(input, run, someSettings({ blastRadius }))).toBe(false);
  });

  test('holds nothing where nothing would be sent, however much was changed before', () => {
    const before = recordOf(confirmed(), { counted: [{ at: '2026-03-14T12:00:00.000Z', limitCredits: 100_000 }] });
    const { fromCredits: _, ...decided } = lowered({}, 1_000);
    const kept = { ...decided, kind: 'keep', reason: 'unchanged' } as const;

    expect(excessesIn(settings, run, inputOf(kept, before), { latestSent: lastNight })).not.toEqual([]);
    expect(isHeld(inputOf(kept, before))).toBe(false);
  });

  test('is no guard where it is switched off', () => {
    expect(isHeld(input, run, someSettings({ blastRadius: false }))).toBe(false);
  });

  test('lets the first caps of an installation go', () => {
    expect(isHeld({ ...input, latestSent: undefined })).toBe(false);
  });

  test('lets the first caps of a platform window go', () => {
    expect(isHeld(input, run, { ...settings, platformWindowAnchorDay: 15 })).toBe(false);
    expect(isHeld(input, run, { ...settings, platformWindowAnchorDay: 14 })).toBe(true);
  });

  test.for([
    ['figures move on the first day of a platform window', 15, 'default month 1000', false],
    ['figures move on another day', 14, 'default month 1000', true],
    ['an admin moved on the first day of a platform window', 15, 'default month 2000', true],
  ] as const)('a limit that %s', ([, anchorDay, terms, held]) => {
    const decided = recordOf(confirmed({ terms }));
    const change = { ...lowered(), terms: 'default month 1000' };
    const moved = inputOf(change, decided, { latestSent: '2026-03-15T00:05:00.000Z' });

    expect(isHeld(moved, run, { ...settings, platformWindowAnchorDay: anchorDay })).toBe(held);
  });
});

describe('a cap that moves within a pool', () => {
  const ofOrg = { scope: { kind: 'org' }, pools: 'org month 5000' } as const;
  const ofTeam = { scope: { kind: 'team', name: 'web' }, pools: 'org month 5000' } as const;
  const decided = recordOf(confirmed({ pools: 'org month 5000' }));
  const teamPool = aSharedPool({ name: 'web month', scope: { kind: 'team', name: 'web' } });
  const passed = { roomCredits: -1 };

  test.for([
    ['its terms are those of before', ofOrg, [aSharedPool()], false],
    ['it is a team’s', ofTeam, [aSharedPool(), teamPool], false],
    ['its room is used up to the credit', ofOrg, [aSharedPool({ roomCredits: 0 })], false],
    ['it is passed', ofOrg, [aSharedPool(passed)], true],
    ['it is a team’s that is passed', ofTeam, [aSharedPool(), { ...teamPool, ...passed }], true],
    ['another pool of the user is passed', ofTeam, [aSharedPool(passed), teamPool], false],
    [
      'a pool of the same scope over another window is passed',
      ofOrg,
      [aSharedPool(), aSharedPool({ ...passed, window: { kind: 'week', from: '2026-03-09', through: '2026-03-15' } })],
      false,
    ],
    ['its terms have changed', { ...ofOrg, pools: 'org month 4000' }, [aSharedPool()], true],
    [
      'a budget of the user’s own binds',
      { scope: { kind: 'default' }, pools: 'org month 5000' },
      [aSharedPool()],
      true,
    ],
  ] as const)('where %s, held: %s', ([, binding, pools, held]) => {
    expect(isHeld(inputOf(lowered(binding), decided, { pools }))).toBe(held);
  });

  test('is held where neither now nor before any pool was drawn on', () => {
    expect(isHeld(inputOf(lowered({ scope: { kind: 'org' } }), recordOf(confirmed())))).toBe(true);
  });
});

describe('a cap that something of the user’s ends', () => {
  const change = lowered();
  const ended = (to: string, email = 'ann@acme.example') => ({ topUps: [aTopUp({ email, to })] });
  const failure = { problem: 'no such user', nights: 1, lastNight: '2026-03-14' };
  const unsettled = [confirmed({ limitCredits: 950, at: lastNight })];

  test.for([
    ['since the last caps were sent', {}, '2026-03-14', false],
    ['before the last caps were sent', {}, '2026-03-12', true],
    ['before that, and what followed was refused', { failure }, '2026-03-12', false],
    ['before that, and what followed has no answer', { unsettled }, '2026-03-12', false],
    ['before the limit was confirmed, whatever was refused since', { failure }, '2026-03-08', true],
  ] as const)('%s, held: %s', ([, record, to, held]) => {
    expect(isHeld(inputOf(change, recordOf(confirmed(), record), ended(to)))).toBe(held);
  });

  test('is held when what ended was another user’s', () => {
    expect(isHeld(inputOf(change, recordOf(confirmed()), ended('2026-03-14', 'bob@acme.example')))).toBe(true);
  });

  test.for([
    ['their own', 'web', false],
    ['another', 'ops', true],
    ['none', undefined, true],
  ] as const)('goes for the top-up of a team: %s, held: %s', ([, team, held]) => {
    const ofTeam = { topUps: [aTopUp({ scope: { kind: 'team', name: 'web' }, to: '2026-03-14' })] };
    const input = inputOf(change, recordOf(confirmed()), ofTeam);
    const teamOf = new Map(team === undefined ? [] : [['ann', team]]);

    expect(isHeld({ ...input, planInputs: { ...input.planInputs, teamOf } })).toBe(held);
  });

  test('is held when it ended at the very moment of the last caps', () => {
    const latestSent = '2026-03-15T00:00:00.000Z';

    expect(isHeld(inputOf(change, recordOf(confirmed()), { ...ended('2026-03-14'), latestSent }))).toBe(true);
  });

  test('a refusal does not reach back before caps that were confirmed since', () => {
    const record = recordOf(confirmed({ at: '2026-03-15T01:00:00.000Z' }), { failure });

    expect(isHeld(inputOf(change, record, ended('2026-03-13')))).toBe(true);
    expect(isHeld(inputOf(change, record, ended('2026-03-14')))).toBe(false);
  });
});

describe('a cap of an earlier platform window', () => {
  const old = confirmed({ at: '2026-02-20T02:30:00.000Z' });
  const failure = { problem: 'no such user', nights: 1, lastNight: '2026-03-14' };

  test.for([
    ['no run of this window has sent caps', old, {}, '2026-02-28T02:30:00.000Z', false],
    ['a run of this window has sent caps', old, {}, '2026-03-01T00:05:00.000Z', true],
    ['runs of this window were refused', old, { failure }, lastNight, false],
    ['it is of this window', confirmed({ at: '2026-03-01T00:05:00.000Z' }), {}, '2026-02-28T02:30:00.000Z', true],
  ] as const)('where %s, held: %s', ([, limit, record, latestSent, held]) => {
    expect(isHeld(inputOf(lowered(), recordOf(limit, record), { latestSent }))).toBe(held);
  });
});

describe('a cap that rises', () => {
  const rise = (window: Binding['window']) => ({
    ...lowered({ window, usedCredits: 950, headroomCredits: 100 }, 1_050),
    reason: 'raised' as const,
  });
  const sentOn = (at: string) => recordOf(confirmed({ at, usedCredits: 900 }));

  test.for([
    ['whose budget’s window is new is judged by what it leaves', 'month', '2026-02-20T02:30:00.000Z', false],
    ['within its budget’s window is judged by the limit', 'month', '2026-03-10T02:30:00.000Z', true],
    [
      'within a window that is longer than the platform’s is judged by the limit',
      'quarter',
      '2026-02-20T02:30:00.000Z',
      true,
    ],
  ] as const)('%s', ([, window, at, held]) => {
    expect(isHeld(inputOf(rise(window), sentOn(at)))).toBe(held);
  });
});

test('a limit that is lifted is judged as a raise by its own size', () => {
  const { binding: _, ...lifted } = lowered({}, 1_000_000);

  expect(isHeld(inputOf({ ...lifted, reason: 'lifted' }, recordOf(confirmed())))).toBe(true);
});

test('a budget over the platform’s window is new when that has turned', () => {
  const change = {
    ...lowered({ window: 'platform', usedCredits: 950, headroomCredits: 100 }, 1_050),
    reason: 'raised',
  };
  const input = inputOf(change as SetCap, recordOf(confirmed({ usedCredits: 900 })));

  expect(isHeld(input, run, { ...settings, platformWindowAnchorDay: 12 })).toBe(false);
  expect(isHeld(input, run, { ...settings, platformWindowAnchorDay: 9 })).toBe(true);
});

const people = ['ann', 'bob', 'cem'].map((userId) => ({ userId, email: `${userId}@acme.example` }));
const own = (userId: string) => ({ kind: 'user', email: `${userId}@acme.example` }) as const;
const sinceLastNight = '2026-03-14T09:00:00.000Z';

/** What is planned for three people who have limits of 1,000 and have used 100 each. */
function plannedOf(said: Pick<CapPlanInput, 'budgets'> & Partial<CapPlanInput>): GuardInput {
  const planInputs = aPlanInput({
    users: people,
    usage: someUsage({ ann: 100, bob: 100, cem: 100 }),
    limits: people.map(({ userId }) => aConfirmedLimit(userId, 1_000)),
    ...said,
  });
  return { planId: 'p-1', plan: planCaps(planInputs), planInputs, latestSent: lastNight };
}

const byDefault = aBudget({ scope: { kind: 'default' }, amount: credits(1_000) });

describe('what a strict pool needs', () => {
  const pool = aBudget({ scope: { kind: 'org' }, amount: credits(900) });
  const isLowered = ({ plan }: GuardInput) => plan.decisions.filter(({ kind }) => kind === 'set').length;

  test('is not held, however far it reaches', () => {
    const input = plannedOf({ budgets: [byDefault, pool] });

    expect(isLowered(input)).toBe(3);
    expect(isHeld(input)).toBe(false);
  });

  test('is not counted where something else is held', () => {
    const input = plannedOf({ budgets: [byDefault, pool, aBudget({ scope: own('cem'), amount: credits(150) })] });

    expect(judgePlan(settings, run, input, input)?.detail).toMatch(/lowers 1 of 3/u);
  });
});

describe('beside a plan that is held', () => {
  const lowersBob = aBudget({ scope: own('bob'), amount: credits(500) });
  const raisesAnn = aBudget({ scope: own('ann'), amount: credits(1_200), updatedAt: sinceLastNight });
  const mayRise = someSettings({ blastRadius: { loweredShare: 0, blockedUsersMax: 0, raisedShare: 0.1 } });
  const raised = (input: GuardInput, under = mayRise) =>
    partBesideHold(under, run, input, input).raises.map(({ userId, limitCredits }) => [userId, limitCredits]);

  test('whoever was named since is raised, and the rest waits', () => {
    const input = plannedOf({ budgets: [byDefault, lowersBob, raisesAnn] });

    expect(isHeld(input, run, mayRise)).toBe(true);
    expect(raised(input)).toEqual([['ann', 1_200]]);
  });

  test('nobody is raised by what was there when caps were sent last', () => {
    const before = { ...raisesAnn, updatedAt: '2026-03-13T09:00:00.000Z' };

    expect(raised(plannedOf({ budgets: [byDefault, lowersBob, before] }))).toEqual([]);
  });

  test('raises that reach too far themselves wait with the rest', () => {
    expect(raised(plannedOf({ budgets: [byDefault, lowersBob, raisesAnn] }), settings)).toEqual([]);
  });

  test('what a top-up gives by name does not reach too far, if it is no larger than a budget', () => {
    const given = (size: number) =>
      plannedOf({
        budgets: [byDefault, lowersBob],
        topUps: [aTopUp({ credits: size, from: run.today, createdAt: sinceLastNight })],
      });

    expect(raised(given(1_000), settings)).toEqual([['ann', 2_000]]);
    expect(raised(given(1_001), settings)).toEqual([]);
  });
});

describe('a plan that is held', () => {
  let nowMs = Date.parse('2026-03-15T02:31:00.000Z');
  const ports = () =>
    partOf<EnforcementPorts>({ clock: { now: () => nowMs }, plans: memoryPlanStore(), journal: memoryJournal() });
  const input = inputOf(lowered(), recordOf(confirmed()));

  async function guard(kept: ReturnType<typeof ports>, said: GuardInput, as = run) {
    const hold = judgePlan(settings, as, said, said);
    return hold && keepHeldPlan(kept, as, said, hold);
  }

  test('is kept for approval through the day, and noted once', async () => {
    const kept = ports();

    const first = await guard(kept, input);
    const again = await guard(kept, input, { ...run, runId: 'later' });

    expect(again).toEqual(first);
    expect(await kept.plans.find('p-1')).toMatchObject({
      at: run.at,
      heldAt: '2026-03-15T02:31:00.000Z',
      expiresAt: '2026-03-16T00:01:00.000Z',
      runId: 'tonight',
      changesCount: 1,
      changes: [{ email: 'Ann@acme.example', fromCredits: 1_000, toCredits: 900, reason: 'lowered' }],
      summary: { total: { users: 1, lowered: 1, stopped: 0, beforeCredits: 1_000, afterCredits: 900 } },
    });
    const noted = await kept.journal.list({ from: '2026-03-15', through: '2026-03-15' }, 9);
    expect(noted).toMatchObject([
      { id: 'plan/p-1/held', kind: 'plan-held', actor: 'curfew', runId: 'tonight', detail: { plan: 'p-1' } },
    ]);
  });

  test('keeps its first two hundred changes to look at, and their number', async () => {
    const kept = ports();
    const changes = Array.from({ length: 201 }, (_, index) => ({
      ...lowered(),
      userId: `u-${index}`,
      fromCredits: undefined,
    }));
    const plan = { ...input.plan, decisions: [...input.plan.decisions, ...changes] };

    await guard(kept, { ...input, plan });

    const held = await kept.plans.find('p-1');
    expect(held?.changesCount).toBe(202);
    expect(held?.changes).toHaveLength(200);
    expect(held?.changes[1]).not.toHaveProperty('fromCredits');
  });

  test('stays held once somebody has rejected it, and says who', async () => {
    const kept = ports();
    await guard(kept, input);
    const held = await kept.plans.find('p-1');
    const decision = { kind: 'rejected', by: 'eve@acme.example', at: run.at } as const;
    await kept.plans.put({ ...held, decision } as HeldPlan);

    const hold = await guard(kept, input);

    expect(hold).toMatchObject({ plan: 'p-1', detail: expect.stringMatching(/eve@acme\.example rejected it\. /u) });
    expect(await kept.plans.find('p-1')).not.toHaveProperty('rejectedBefore');
  });

  test('is held again once the day is over for which somebody has rejected it', async () => {
    const kept = ports();
    await guard(kept, input);
    const held = await kept.plans.find('p-1');
    const decision = { kind: 'rejected', by: 'eve@acme.example', at: run.at } as const;
    await kept.plans.put({ ...held, decision, expiresAt: new Date(nowMs).toISOString() } as HeldPlan);

    await guard(kept, input, { ...run, runId: 'later' });

    const again = await kept.plans.find('p-1');
    expect(again).toMatchObject({ runId: 'later', rejectedBefore: { planId: 'p-1', by: 'eve@acme.example' } });
    expect(again).not.toHaveProperty('decision');
  });

  test('is held again where another one took its place meanwhile', async () => {
    const kept = ports();
    await guard(kept, input);
    await guard(kept, { ...input, planId: 'p-2' });

    await guard(kept, input, { ...run, runId: 'later' });

    expect(await kept.plans.find('p-2')).toMatchObject({ replacedBy: 'p-1' });
    expect(await kept.plans.find('p-1')).toMatchObject({ runId: 'later' });
    expect(await kept.plans.find('p-1')).not.toHaveProperty('replacedBy');
  });

  test('says of a plan after one that was rejected who rejected that', async () => {
    const kept = ports();
    await guard(kept, input);
    const held = await kept.plans.find('p-1');
    const decision = { kind: 'rejected', by: 'eve@acme.example', at: run.at } as const;
    await kept.plans.put({ ...held, decision } as HeldPlan);

    const hold = await guard(kept, { ...input, planId: 'p-2' });

    expect(hold?.detail).toMatch(/p-1, .*rejected by eve@acme\.example .*Sun 15 Mar 2026, 02:30 UTC/u);
    expect(hold?.detail).toMatch(/lowers 1 of 1/u);
    expect(await kept.plans.find('p-2')).toMatchObject({
      detail: hold?.detail,
      rejectedBefore: { planId: 'p-1', by: 'eve@acme.example', at: run.at },
    });
  });

  test('takes the place of the one that waits, and is no news where it does no more than that', async () => {
    const kept = ports();
    await guard(kept, input);

    const second = await guard(kept, { ...input, planId: 'p-2' });
    const third = await guard(kept, { ...input, planId: 'p-3' });

    expect([second, third]).toMatchObject([
      { plan: 'p-2', notice: 'p-1' },
      { plan: 'p-3', notice: 'p-1' },
    ]);
    expect(await kept.plans.find('p-1')).toMatchObject({ replacedBy: 'p-2' });
    expect((await kept.plans.latest())?.planId).toBe('p-3');
    const noted = await kept.journal.list({ from: '2026-03-15', through: '2026-03-15' }, 9);
    const replaced = Object.fromEntries(noted.map(({ id, detail }) => [id, detail['replaces']]));
    expect(replaced).toEqual({ 'plan/p-1/held': undefined, 'plan/p-2/held': 'p-1', 'plan/p-3/held': 'p-2' });
    expect(noted.find(({ id }) => id === 'plan/p-1/held')?.detail).not.toHaveProperty('replaces');
  });

  test('is news where it stops somebody whom the one that waits does not', async () => {
    const kept = ports();
    await guard(kept, input);
    const stopping = inputOf(lowered({ headroomCredits: 0 }, 400), recordOf(confirmed()));

    const hold = await guard(kept, { ...stopping, planId: 'p-2' });

    expect(hold).toMatchObject({ notice: undefined });
    expect(await kept.plans.find('p-2')).not.toHaveProperty('notice');
    expect(await kept.plans.find('p-1')).toMatchObject({ replacedBy: 'p-2' });
  });

  test('is news on the next day, when nobody has decided', async () => {
    const kept = ports();
    await guard(kept, input);
    nowMs += 86_400_000;

    expect(await guard(kept, { ...input, planId: 'p-2' })).toMatchObject({ notice: undefined });
  });

  test('waits no more once a run has found nothing to hold', async () => {
    const kept = ports();
    await guard(kept, input);

    await endWaiting(kept);

    expect(await kept.plans.find('p-1')).toMatchObject({ replacedBy: 'none' });
  });

  test('is not made up where none waits', async () => {
    const kept = ports();

    await endWaiting(kept);

    expect(await kept.plans.list()).toEqual([]);
  });

  test.for<readonly [string, Partial<HeldPlan>, boolean]>([
    ['nobody has decided', {}, true],
    ['somebody has rejected it', { decision: { kind: 'rejected', by: 'eve@acme.example', at: run.at } }, true],
    ['somebody has approved it', { decision: { kind: 'approved', by: 'eve@acme.example', at: run.at } }, false],
    ['another one took its place', { replacedBy: 'p-2' }, false],
  ])('waits where %s: %s', async ([, said, isWaiting]) => {
    const kept = ports();
    await guard(kept, input);
    const held = await kept.plans.find('p-1');
    await kept.plans.put({ ...held, expiresAt: new Date(nowMs + 1).toISOString(), ...said } as NonNullable<
      typeof held
    >);

    expect((await findWaiting(kept.plans, nowMs))?.planId).toBe(isWaiting ? 'p-1' : undefined);
  });

  test('is none where the plan may go ahead', async () => {
    const kept = ports();

    expect(judgePlan(someSettings(), run, input, input)).toBeUndefined();
    expect(await kept.plans.find('p-1')).toBeUndefined();
  });
});

test('what has ended is asked for since caps were sent whole, or else since a first run that broke off', async () => {
  const runs = memoryRunStore();

  const before = await findLatestSent(runs);
  await runs.markApplied(enforceJob, lastNight);
  const brokenOff = await findLatestSent(runs);
  await runs.markSent(enforceJob, '2026-03-13T02:30:00.000Z');

  expect([before, brokenOff, await findLatestSent(runs)]).toEqual([undefined, lastNight, '2026-03-13T02:30:00.000Z']);
});
