import type { Budget } from '../../../budgets/budget.ts';
import type { Window } from '../../../budgets/window.ts';
import { sharedBudgets } from '../../../caps/shares/shared-budget.ts';
import type { BudgetStore, GrantStore, TeamStore } from '../../../kernel/records/ports.ts';
import { isSameValue } from '../../../kernel/records/same-value.ts';
import { dividesAnew } from '../../../kernel/runs/run-id.ts';
import type { RunContext } from '../../../kernel/runs/run.ts';
import { type Day, type DayRange, addDays, earliestDay, latestDay } from '../../../kernel/time/day.ts';
import { dailyUseBuilder, knownFromOf } from '../../../ledger/daily-use.ts';
import type { LedgerDay } from '../../../ledger/ledger-day.ts';
import { historyStart, dataThrough, daysInUse } from '../../../ledger/reading-range.ts';
import { RowOwners } from '../../../ledger/row-owner.ts';
import { usageTotalsBuilder } from '../../../ledger/usage-totals.ts';
import { defaultGivingRule } from '../../../live/giving/giving-rule.ts';
import { decideLiveStatus } from '../../../live/live-status.ts';
import type { LiveStore } from '../../../live/ports.ts';
import { daysToCompare } from '../../../live/totals/judge-totals.ts';
import type { NightFloat } from '../../../pools/night-float.ts';
import type { KnownUser } from '../../../roster/person.ts';
import { type Collected, type CollectedUse, describeUnreadable } from '../../collected.ts';
import type { EnforcementSettings } from '../../enforcement-settings.ts';
import { guardTrust } from '../../guards.ts';
import type { LedgerStore, LimitStore, UserStore } from '../../ports.ts';
import { type Rules, type BoundRules, bindTeams, rulesOf } from '../../rules.ts';

/** What a plan is made from. */
export interface TablePorts {
  readonly budgets: BudgetStore;
  readonly grants: GrantStore;
  readonly teams: TeamStore;
  readonly users: UserStore;
  readonly ledger: LedgerStore;
  readonly limits: LimitStore;
  /** What is given between the nights; absent where only those are looked at. */
  readonly live?: LiveStore;
}

/**
 * What a plan rests on, as the tables have it at this moment; the platform is not asked. `forCapsAlone`: nothing is
 * forecast, and months before the windows in use are read only where a division of pools rests on them.
 */
export async function collectTables(
  ports: TablePorts,
  settings: EnforcementSettings,
  run: RunContext,
  forCapsAlone = false,
): Promise<Collected> {
  const [users, rules] = await Promise.all([ports.users.list(), collectRules(ports)]);
  return collectUnder(ports, settings, run, {
    users,
    rules: bindTeams(rules, users, run.today),
    withoutHistory: forCapsAlone && !hasPools(rules.budgets, run.today),
  });
}

/**
 * The same, once `earlier` was collected on the same day from the same ledger: its rows, most of what is read, are read
 * again only where other windows or users are summed.
 */
export async function collectSince(
  ports: TablePorts,
  settings: EnforcementSettings,
  run: RunContext,
  earlier: Collected | undefined,
): Promise<Collected> {
  const [users, rules] = await Promise.all([ports.users.list(), collectRules(ports)]);
  return collectUnder(ports, settings, run, {
    users,
    rules: bindTeams(rules, users, run.today),
    withoutHistory: false,
    earlier,
  });
}

/** Reads the rules from the tables. Every plan begins with them. */
export async function collectRules(ports: TablePorts): Promise<Rules> {
  const [budgets, grants, teams] = await Promise.all([ports.budgets.list(), ports.grants.list(), ports.teams.list()]);
  return rulesOf({ budgets, grants, teams });
}

/** The same under other rules, at the same moment for the same users. Other windows alone read the ledger again. */
export async function collectAgain(
  ports: TablePorts,
  settings: EnforcementSettings,
  run: RunContext,
  collected: Collected,
): Promise<Collected> {
  const { users, usage } = collected;
  const rules = bindTeams(await collectRules(ports), users, run.today);
  const { windows } = daysInUse(rules.budgets, run.today, settings);
  const known = new Set(usage.windows.map(({ kind, from }) => `${kind} ${from}`));
  const areSame = windows.length === known.size && windows.every(({ kind, from }) => known.has(`${kind} ${from}`));
  return areSame
    ? { ...collected, ...rules, problems: [...describeUnreadable(usage), ...rules.problems] }
    : collectUnder(ports, settings, run, { users, rules, withoutHistory: false });
}

async function collectUnder(
  ports: TablePorts,
  settings: EnforcementSettings,
  run: RunContext,
  {
    users,
    rules,
    withoutHistory,
    earlier,
  }: {
    readonly users: readonly KnownUser[];
    readonly rules: BoundRules;
    readonly withoutHistory: boolean;
    readonly earlier?: Collected | undefined;
  },
): Promise<Collected> {
  const { windows, yesterday, windowsFrom, neededFrom } = daysInUse(rules.budgets, run.today, settings);
  const recentFrom = earliestDay(windowsFrom, addDays(run.today, -settings.rereadDays));
  // Days that only the trust gate needs are reported too, when this run has cleared one.
  const daysFrom = earliestDay(recentFrom, neededFrom);
  const lookedAt = { from: earliestDay(daysFrom, addDays(yesterday, 1 - daysLookedAt)), through: yesterday };
  const ledger = await daysReadOnce(ports.ledger, lookedAt);
  const days = await ledger.listDays({ from: daysFrom, through: yesterday });
  const through = dataThrough({ from: recentFrom, through: yesterday }, days);
  const used =
    earlier !== undefined && isSameValue(summedIn(earlier), [windows, through, days, users])
      ? { usage: earlier.usage, use: earlier.use, owners: earlier.owners }
      : await collectUse(ledger, { users, windows, days, yesterday, through, withoutHistory });
  return {
    ...rules,
    ...used,
    users,
    days,
    through,
    hold: guardTrust({ from: windowsFrom, through: yesterday }, days),
    float: await collectFloat({ ...ports, ledger }, settings, run, through),
    problems: [...describeUnreadable(used.usage), ...rules.problems],
  };
}

/** What its sums rest on but for the rows. */
function summedIn({ usage, through, days, users }: Collected): readonly unknown[] {
  return [usage.windows, through, days, users];
}

function hasPools(budgets: readonly Budget[], today: Day): boolean {
  return sharedBudgets(budgets, []).some(({ budget }) => (budget.to ?? today) >= today);
}

/** A ledger that reads a range of days once for all callers. */
async function daysReadOnce(ledger: LedgerStore, range: DayRange): Promise<LedgerStore> {
  const known = await ledger.listDays(range);
  return {
    ...ledger,
    listDays: async ({ from, through }) =>
      range.from <= from && through <= range.through
        ? known.filter(({ day }) => from <= day && day <= through)
        : ledger.listDays({ from, through }),
  };
}

/**
 * Sums the ledger over the windows in use and collects all users' daily use, far enough back for forecasts, demand
 * estimates and every window. Reads every day once: for a large organization this is most of what a run reads from the
 * tables. `yesterday` is the last day of the windows that may have figures, the day before the run; `through` the last
 * one that is known. `withoutHistory`: of days before the windows only the figures that count are read.
 */
export async function collectUse(
  ledger: LedgerStore,
  order: {
    readonly users: readonly KnownUser[];
    readonly windows: readonly Window[];
    readonly days: readonly LedgerDay[];
    readonly yesterday: Day;
    readonly through: Day | undefined;
    readonly withoutHistory?: boolean;
  },
): Promise<CollectedUse> {
  const { users, windows, yesterday, withoutHistory = false } = order;
  const wanted = dailyUseRange(windows, order.through, withoutHistory);
  const known = wanted.from > wanted.through ? [] : await ledger.listDays(wanted);
  // Of days before the first that is known there is nothing to gather.
  const [first, ...later] = order.through === undefined ? [] : known.map(({ day }) => day);
  const range = first === undefined ? wanted : { ...wanted, from: earliestDay(first, ...later) };
  const from = earliestDay(yesterday, ...windows.map((window) => window.from));
  const counted = new Map(order.days.filter(({ day }) => from <= day && day <= yesterday).map((day) => [day.day, day]));
  const gathered = new Map(known.map((day) => [day.day, day]));

  const totals = usageTotalsBuilder(windows);
  const rowOwners = new RowOwners(users);
  const daily = dailyUseBuilder({ range, knownFrom: knownFromOf(range, known) }, rowOwners.textOf);
  const days = [...new Set([...counted.keys(), ...gathered.keys()])].toSorted();
  for await (const { day, rows } of ledger.readEach(days)) {
    rowOwners.see(day, rows);
    const one = counted.get(day);
    if (one !== undefined) {
      totals.add({ day, rows, unreadableUserIds: one.unreadableUserIds });
    }
    const billed = gathered.get(day);
    if (billed !== undefined) {
      daily.add({ day, rows, billedCredits: billed.totalCredits, models: billed.models });
    }
  }
  const texts = new Map(users.flatMap(({ userId, email = userId }) => [userId, email]).map((text) => [text, text]));
  const owners = rowOwners.owners();
  return {
    usage: totals.total(owners.users, (text) => texts.get(text) ?? text),
    use: daily.gathered(owners),
    owners: owners.users,
  };
}

/** What a forecast learns from, and the longest window with the day before it. */
const daysLookedAt = 120;

/** The days that are looked at; it ends before it starts when there are none. */
function dailyUseRange(windows: readonly Window[], through: Day | undefined, withoutHistory: boolean): DayRange {
  const last = through ?? addDays(earliestDay('9999-12-31', ...windows.map(({ from }) => from)), -1);
  const historyFrom = withoutHistory ? last : addDays(last, 1 - daysLookedAt);
  const wanted = earliestDay(historyFrom, ...windows.map(({ from }) => from));
  return { from: latestDay(historyStart, wanted), through: last };
}

/**
 * What a division leaves to be given in the day: something only while the totals are on, verified through the last bill
 * and of now. Otherwise everything is divided.
 */
export async function collectFloat(
  { ledger, live }: TablePorts,
  settings: EnforcementSettings,
  run: RunContext,
  through: Day | undefined,
): Promise<NightFloat | undefined> {
  if (live === undefined || settings.live?.mode !== 'on') {
    return undefined;
  }
  const { totals } = await live.readState();
  const standing = decideLiveStatus(
    {
      totals,
      ledger: await ledger.listDays(daysToCompare(run.today, settings.live)),
      nowMs: Date.parse(run.at),
      since: through === undefined ? run.today : addDays(through, 1),
    },
    settings.live,
  );
  const stored = standing.kind === 'on' ? await live.readFloat() : undefined;
  return stored === undefined
    ? undefined
    : {
        seenIds: new Set(stored.seenIds),
        nightShare: stored.nightShare,
        probeShare: defaultGivingRule.probeShare,
        ...(!dividesAnew(run.runId) && { keepsLimits: true as const }),
      };
}
