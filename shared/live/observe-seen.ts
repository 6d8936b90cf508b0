import { formatScope, type Scope } from '../budgets/scope.ts';
import { windowAt, type WindowKind } from '../budgets/window.ts';
import type { Binding, CapDecision } from '../caps/cap.ts';
import type { DayCredits } from '../forecast/daily-credits.ts';
import { addDays, daysBetween, daysOf, startOfDayMs, type Day } from '../kernel/time/day.ts';
import { creditsWithin, type DailyUse } from '../ledger/daily-use.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import { limitsInForce } from '../limits/limits-in-force.ts';
import type { AffectedUser } from '../notifications/affected-user.ts';
import type { Ending } from '../notifications/conditions/condition-event.ts';
import { isPastAnyLine, type UseObservation } from '../notifications/conditions/use-observation.ts';
import { observeUses } from '../notifications/observe/observe-uses.ts';
import type { WatchedBudgets, WatchedPerson } from '../notifications/observe/watched-budget.ts';
import type { PoolAssumptions } from '../pools/assumptions.ts';
import { reachOf } from '../pools/exposure/exposure.ts';
import { defaultGivingRule } from './giving/giving-rule.ts';
import { atMost, seenWithin, type SeenCredits } from './totals/seen-days.ts';
import type { SeenUse } from './totals/seen-use.ts';

export interface SeenLook {
  readonly at: string;
  readonly watched: WatchedBudgets;
  readonly days: ReadonlyMap<string, readonly SeenCredits[]>;
  readonly work: ReadonlyMap<string, SeenUse>;
  readonly decisions: readonly CapDecision[];
  readonly records: ReadonlyMap<string, LimitRecord>;
  readonly unlimitedCredits: number;
  readonly assumptions: PoolAssumptions;
}

/** Observes thresholds reached by observed use, and users who will be stopped within an hour. It only warns. */
export function observeSeen(look: SeenLook): readonly UseObservation[] {
  const { watched, decisions } = look;
  const { range } = watched.use;
  const days = new Map([...look.days].map(([userId, seen]) => [userId, withinLimits(userId, seen, look)]));
  const people = watched.people.filter(({ userId }) => (days.get(userId) ?? []).length > 0);
  const { openIds: _, ...rest } = watched;
  const uses = observeUses({
    ...rest,
    people,
    use: withSeen(watched.use, days, watched.today),
    seen: { knownThrough: range.through, at: look.at },
  });
  const ended = decisions.flatMap((decision) => endingOf(decision, days.get(decision.userId) ?? [], look));
  return [...withEndings(uses, ended), ...endingShares(uses, ended)].filter(isPastAnyLine);
}

interface Ended {
  readonly user: WatchedPerson;
  readonly binding: Binding;
  readonly ending: Ending;
}

/** About an hour: the time until the next look, with a margin. */
const { urgentHours } = defaultGivingRule;

/** Observed work will use up what the limit leaves. At the ceiling no budget is the cause. */
function endingOf(decision: CapDecision, days: readonly SeenCredits[], look: SeenLook): readonly Ended[] {
  const { userId, email, binding } = decision;
  const { hourCredits = 0, idleHours = Infinity } = look.work.get(userId) ?? {};
  const isAtWork = days.length > 0 && hourCredits > 0 && idleHours <= urgentHours;
  if (!isAtWork || binding === undefined || binding.isAtCeiling === true) {
    return [];
  }
  const limitCredits = limitOf(look.records.get(userId), look);
  const { watched } = look;
  const window = windowAt('platform', watched.today, watched.platformWindow);
  const knownCredits = creditsWithin(watched.use, watched.use.users.get(userId), window);
  const leftCredits = Math.max(0, (limitCredits ?? Infinity) - knownCredits - seenWithin(days, window));
  return limitCredits !== undefined && leftCredits < urgentHours * hourCredits
    ? [{ user: { userId, email }, binding, ending: { leftCredits, limitCredits, hourCredits } }]
    : [];
}

/** The highest that may be in force: a limit that may have been raised gives no warning. */
function limitOf(record: LimitRecord | undefined, { unlimitedCredits }: SeenLook): number | undefined {
  const sent = [...(record?.confirmed === undefined ? [] : [record.confirmed]), ...(record?.unsettled ?? [])];
  const highest = Math.max(-Infinity, ...sent.map(({ limitCredits }) => limitCredits));
  return sent.length === 0 || highest >= unlimitedCredits ? undefined : highest;
}

/** Observed use is cut to what the limits allowed: others may use a person's computer. */
function withinLimits(userId: string, days: readonly SeenCredits[], look: SeenLook): readonly SeenCredits[] {
  const { watched, records, unlimitedCredits, assumptions } = look;
  const since = addDays(watched.use.range.through, 1);
  const [window, first] = [watched.today, since].map((day) => windowAt('platform', day, watched.platformWindow));
  if (window === undefined || window.from !== first?.from) {
    return days;
  }
  const knownUntilMs = startOfDayMs(since);
  const { enforcementDelayMinutes, inFlightCredits } = assumptions;
  const limits = limitsInForce(records.get(userId), { unlimitedCredits, enforcementDelayMinutes, knownUntilMs });
  const highest = limits.length === 0 ? Infinity : Math.max(...limits.map(({ limitCredits }) => limitCredits));
  const knownCredits = creditsWithin(watched.use, watched.use.users.get(userId), window);
  return atMost(days, reachOf(highest, inFlightCredits) - knownCredits);
}

function withSeen(use: DailyUse, seen: ReadonlyMap<string, readonly SeenCredits[]>, today: Day): DailyUse {
  const range = { from: use.range.from, through: today };
  const days = daysOf(range);
  const extended = (credits: DayCredits | undefined): Float64Array => {
    const all = new Float64Array(days.length);
    all.set(credits ?? []);
    return all;
  };
  const users = new Map<string, DayCredits>(use.users);
  const organization = extended(use.organization);
  for (const [userId, own] of seen) {
    const credits = extended(use.users.get(userId));
    for (const { day, credits: more } of own) {
      const place = daysBetween(range.from, day);
      credits[place] = (credits[place] ?? 0) + more;
      organization[place] = (organization[place] ?? 0) + more;
    }
    users.set(userId, credits);
  }
  return { ...use, range, days, organization, users };
}

function withEndings(uses: readonly UseObservation[], ended: readonly Ended[]): readonly UseObservation[] {
  const byKey = new Map(ended.map((each) => [keyOf(each.binding.scope, each.binding.window, each.user), each]));
  return uses.map((use) => {
    const found = use.user && byKey.get(keyOf(use.scope, use.window.kind, use.user));
    return found === undefined || use.seen === undefined
      ? use
      : { ...use, seen: { ...use.seen, ending: found.ending } };
  });
}

/** A user who will be stopped by a pool is notified as one who draws on it. */
function endingShares(uses: readonly UseObservation[], ended: readonly Ended[]): readonly UseObservation[] {
  const pools = new Map(
    uses.filter(({ user }) => user === undefined).map((use) => [keyOf(use.scope, use.window.kind), use]),
  );
  return ended.flatMap(({ user, binding, ending }): readonly UseObservation[] => {
    const pool = pools.get(keyOf(binding.scope, binding.window));
    return pool?.seen === undefined
      ? []
      : [{ ...pool, basis: 'share', user, thresholds: [], seen: { ...pool.seen, ending } }];
  });
}

function keyOf(scope: Scope, kind: WindowKind, user?: AffectedUser): string {
  return JSON.stringify([formatScope(scope), kind, user?.userId]);
}
