import type { EnforcementSettings } from '../../shared/enforcement/enforcement-settings.ts';
import { addDays, dayOf, startOfDayMs, type Day } from '../../shared/kernel/time/day.ts';
import { daysUsed, mostAllowed, type BudgetRow, type ExemptionRow, type TopUpRow } from './budget-oracle.ts';
import type { Member } from './model-consumption.ts';
import type { ModelPlatform, ReceivedPut } from './model-platform.ts';

/** The part of a world that says which limits are right. */
interface WatchedWorld {
  readonly platform: ModelPlatform;
  readonly settings: EnforcementSettings;
  readonly budgets: readonly BudgetRow[];
  readonly topUps: readonly TopUpRow[];
  readonly exemptions: readonly ExemptionRow[];
  readonly web: readonly string[];
  readonly violations: string[];
}

const batchMax = 100;

/** What the PUTs so far say of each person. */
interface Seen {
  /** By email: as of when the newest run that set a limit was. */
  readonly latestAsOf: Map<string, number>;
  /** By user id: when the first limit came into force. */
  readonly cappedSince: Map<string, number>;
}

/**
 * Looks at every PUT at the moment at which it takes effect, so that every prefix of every run is judged: I4 no cap
 * above budget, I5 no cap removed by mistake, I8 bounded, I9 monotone.
 */
export function watchLimits(world: WatchedWorld): void {
  const seen: Seen = { latestAsOf: new Map(), cappedSince: new Map() };
  world.platform.watchers.push((put) => {
    world.violations.push(...violationsOf(world, put, seen));
    for (const { email, asOfMs, atMs } of put.applied) {
      const key = email.toLowerCase();
      const userId = memberOf(world, key)?.userId ?? '';
      seen.latestAsOf.set(key, Math.max(asOfMs, seen.latestAsOf.get(key) ?? 0));
      seen.cappedSince.set(userId, Math.min(atMs, seen.cappedSince.get(userId) ?? Infinity));
    }
  });
}

function memberOf({ platform }: WatchedWorld, key: string): Member | undefined {
  return platform.members().find(({ email }) => email?.trim().toLowerCase() === key);
}

function violationsOf(world: WatchedWorld, put: ReceivedPut, seen: Seen): readonly string[] {
  const { latestAsOf } = seen;
  const emails = put.entries.map(({ email }) => email.toLowerCase());
  const used = usedOf(world, seen);
  const windows = windowsOf(world);
  return [
    ...(emails.length < 1 || emails.length > batchMax ? [`I8: a PUT of ${emails.length} entries`] : []),
    ...(new Set(emails).size < emails.length ? ['I8: an email twice in one PUT'] : []),
    ...put.entries.flatMap((entry) => aboveBudget({ world, used, windows }, entry, dayOf(put.asOfMs))),
    ...put.applied
      .filter(({ email, asOfMs }) => asOfMs < (latestAsOf.get(email.toLowerCase()) ?? 0))
      .map(({ email, runId }) => `I9: ${runId} set ${email} after a newer run had`),
  ];
}

type Used = (day: Day, userId?: string) => number;

/**
 * What was really used, each day added up once. I4 is about days that were served. A pool's limits of a later day bound
 * its use, so that day is judged by the truth; but no limit bounded a day on which people without one worked, and what
 * they used is unknown until the platform says it.
 */
function usedOf({ platform }: WatchedWorld, { cappedSince }: Seen): Used {
  const isCapped = (day: Day, userId: string) => (cappedSince.get(userId) ?? Infinity) <= startOfDayMs(day);
  const days = new Map<Day, { readonly truth: ReadonlyMap<string, number>; readonly sum: number }>();
  return (day, userId) => {
    const truth = days.get(day)?.truth ?? platform.truth(day);
    const isKnown = () =>
      platform.told.has(day) || [...truth].every(([id, credits]) => credits === 0 || isCapped(day, id));
    const sumOf = () => [...truth.values()].reduce((total, credits) => total + credits, 0);
    const known = days.get(day) ?? { truth, sum: isKnown() ? sumOf() : 0 };
    days.set(day, known);
    return userId === undefined ? known.sum : (known.truth.get(userId) ?? 0);
  };
}

type Windows = (window: string, today: Day) => readonly Day[];

/** The days of each window, walked once. */
function windowsOf({ settings }: WatchedWorld): Windows {
  const known = new Map<string, readonly Day[]>();
  return (window, today) => {
    const days = known.get(window) ?? daysUsed(window, today, settings.platformWindowAnchorDay);
    known.set(window, days);
    return days;
  };
}

function aboveBudget(
  { world, used, windows }: { readonly world: WatchedWorld; readonly used: Used; readonly windows: Windows },
  { email, limitCredits }: { readonly email: string; readonly limitCredits: number },
  today: Day,
): readonly string[] {
  const { settings, budgets, topUps, exemptions, web } = world;
  const member = memberOf(world, email.toLowerCase());
  if (member === undefined) {
    return [`I5: a limit for ${email}, who is not on the roster`];
  }
  const ceiling = settings.limitCeilingCredits ?? Number.POSITIVE_INFINITY;
  const most = mostAllowed(
    { budgets, topUps, exemptions, web, used, daysUsed: windows },
    { userId: member.userId, email },
    today,
  );
  switch (most) {
    case 'exempt':
      return [`I5: a limit for ${email}, who is to be left alone`];
    case 'no-budget':
      // A strict pool holds from the moment at which it begins: limits are there two days before.
      return budgets.some((row) => isPoolWithin(row, addDays(today, 2)))
        ? []
        : [`I5: a limit for ${email}, for whom no budget says anything`];
    case 'unlimited':
      return limitCredits === Math.min(settings.unlimitedCredits, ceiling)
        ? []
        : [`I5: ${limitCredits} for ${email}, who is unlimited`];
    default: {
      const isWhole = Number.isSafeInteger(limitCredits) && limitCredits >= 0;
      return isWhole && limitCredits <= Math.min(ceiling, Math.max(most, settings.limitFloorCredits))
        ? []
        : [`I4: ${limitCredits} for ${email}, where ${most} is the most`];
    }
  }
}

function isPoolWithin({ scope, from }: WatchedWorld['budgets'][number], day: Day): boolean {
  return (scope === 'org' || scope.startsWith('team:')) && from !== undefined && from <= day;
}
