import type { CapPlanInput } from '../../shared/caps/cap-plan-input.ts';
import type { SharedPool } from '../../shared/caps/shares/divide-shares.ts';
import { addDays, daysOf, startOfDayMs } from '../../shared/kernel/time/day.ts';
import type { DailyUse } from '../../shared/ledger/daily-use.ts';
import type { UsageTotals } from '../../shared/ledger/usage-totals.ts';
import { defaultAssumptions } from '../../shared/pools/assumptions.ts';
import { someUsage } from './domain-samples.ts';

const nightlyMs = 150 * 60_000;

/** What the night of 15 March 2026 plans from, with nothing there but what a case says. */
export function aPlanInput(said: Partial<CapPlanInput>): CapPlanInput {
  const { day = '2026-03-15', usage = someUsage({}), pools } = said;
  const nowMs = startOfDayMs(day) + nightlyMs;
  return {
    day,
    dataThrough: addDays(day, -1),
    budgets: [],
    invalidScopes: [],
    topUps: [],
    exemptions: [],
    users: [],
    usage,
    limits: [],
    teamOf: new Map(),
    unlimitedCredits: 1_000_000_000_000,
    ...said,
    pools: pools ?? {
      use: useOf(usage, addDays(day, -1)),
      nowMs,
      platformWindow: { anchorDay: 1 },
      assumptions: defaultAssumptions,
      reserveShare: 0,
    },
  };
}

/** The use of a month, all of it on the last day. */
export function useOf({ users, organization }: Pick<UsageTotals, 'users' | 'organization'>, through: string): DailyUse {
  const range = { from: addDays(through, -119), through };
  const onLastDay = (credits: number): Float64Array => {
    const days = new Float64Array(120);
    days[119] = credits;
    return days;
  };
  return {
    range,
    days: daysOf(range),
    knownFrom: range.from,
    organization: onLastDay(organization.month ?? 0),
    users: new Map([...users].map(([userId, { credits }]) => [userId, onLastDay(credits.month ?? 0)])),
  };
}

/** A strict pool of the organization over March that limits cover, but for what a case says. */
export function aSharedPool(said: Partial<SharedPool> = {}): SharedPool {
  return {
    name: 'org month',
    scope: { kind: 'org' },
    window: { kind: 'month', from: '2026-03-01', through: '2026-03-31' },
    isNext: false,
    topUpCredits: 0,
    owners: [],
    daily: { from: '2026-03-01', through: '2026-03-14', credits: new Float64Array(14) },
    amountCredits: 10_000,
    knownCredits: 0,
    lastDayCredits: 0,
    exposureCredits: 0,
    freeCredits: 10,
    isCovered: true,
    unboundedIds: [],
    roomCredits: 10,
    reserved: { heldCredits: 0, askedCredits: 0 },
    guarantee: { kind: 'strict' },
    verdict: { kind: 'kept' },
    memberIds: ['ann'],
    ...said,
  };
}
