import type { Window } from '../../../budgets/window.ts';
import { sharedBudgets } from '../../../caps/shares/shared-budget.ts';
import { dividesAnew } from '../../../kernel/runs/run-id.ts';
import type { Hold, RunContext } from '../../../kernel/runs/run.ts';
import { type Day, type DayRange, addDays, earliestDay, latestDay } from '../../../kernel/time/day.ts';
import { dailyUseBuilder, knownFromOf, type DailyUse } from '../../../ledger/daily-use.ts';
import type { LedgerDay } from '../../../ledger/ledger-day.ts';
import { historyStart, dataThrough, daysInUse } from '../../../ledger/reading-range.ts';
import { RowOwners } from '../../../ledger/row-owner.ts';
import { usageTotalsBuilder, type UsageTotals } from '../../../ledger/usage-totals.ts';
import { defaultGivingRule } from '../../../live/giving/giving-rule.ts';
import { decideLiveStatus } from '../../../live/live-status.ts';
import type { LiveStore } from '../../../live/ports.ts';
import { daysToCompare } from '../../../live/totals/judge-totals.ts';
import type { NightFloat } from '../../../pools/night-float.ts';
import type { KnownUser } from '../../../roster/person.ts';
import { guardTrust } from '../../guards.ts';
import type { LedgerStore, UserStore } from '../../ports.ts';
import type { EnforcementSettings } from '../enforcement-settings.ts';
import {
  type Rules,
  collectRules,
  type RulePorts,
  type CollectedTeams,
  bindTeams,
  readTeams,
  type TeamPorts,
} from './collect-rules.ts';

export interface Collected extends Rules, CollectedTeams {
  readonly users: readonly KnownUser[];
  readonly days: readonly LedgerDay[];
  readonly usage: UsageTotals;
  readonly use: DailyUse;
  /** Whose the use is under ids that the roster lacks, where it is not their own. */
  readonly owners: ReadonlyMap<string, string>;
  readonly through: Day | undefined;
  readonly hold: Hold | undefined;
  /** What is left to be given in the day; absent where nothing is. */
  readonly float?: NightFloat;
  readonly problems: readonly string[];
}

/** Says that some use cannot be read, and what follows from it. */
export function describeUnreadable({ unreadableUserIds: { size } }: UsageTotals): readonly string[] {
  return size === 0
    ? []
    : [`The use of ${size} ${size === 1 ? 'user' : 'users'} cannot be read: until it can, they keep their caps`];
}

export interface TablePorts extends RulePorts, TeamPorts {
  readonly users: UserStore;
  readonly ledger: LedgerStore;
  /** What is given between the nights; absent where only those are looked at. */
  readonly live?: FloatStore;
}

export interface TablesOrder extends RunContext {
  /** Nothing is forecast: months before the windows in use are read only where a division of pools rests on them. */
  readonly forCapsAlone?: boolean;
}

/** What a plan rests on, as the tables have it at this moment; the platform is not asked. */
export async function collectTables(
  ports: TablePorts,
  settings: EnforcementSettings,
  run: TablesOrder,
): Promise<Collected> {
  const [users, rules, teams] = await Promise.all([ports.users.list(), collectRules(ports), readTeams(ports.teams)]);
  return collectUnder(ports, settings, { run, users, rules: bindTeams(rules, teams, { users, today: run.today }) });
}

/**
 * The same under other rules, at the same moment and for the same users. The ledger is read again only where the rules
 * look at other windows.
 */
export async function collectAgain(
  ports: TablePorts,
  settings: EnforcementSettings,
  { run, collected }: { readonly run: RunContext; readonly collected: Collected },
): Promise<Collected> {
  const { users, usage } = collected;
  const rules = bindTeams(await collectRules(ports), await readTeams(ports.teams), { users, today: run.today });
  const { windows } = daysInUse(rules.budgets, run.today, settings);
  const known = new Set(usage.windows.map(({ kind, from }) => `${kind} ${from}`));
  const areSame = windows.length === known.size && windows.every(({ kind, from }) => known.has(`${kind} ${from}`));
  return areSame
    ? { ...collected, ...rules, problems: [...describeUnreadable(usage), ...rules.problems] }
    : collectUnder(ports, settings, { run, users, rules });
}

async function collectUnder(
  ports: TablePorts,
  settings: EnforcementSettings,
  {
    run,
    users,
    rules,
  }: { readonly run: TablesOrder; readonly users: readonly KnownUser[]; readonly rules: Rules & CollectedTeams },
): Promise<Collected> {
  const { windows, yesterday, windowsFrom, neededFrom } = daysInUse(rules.budgets, run.today, settings);
  const recentFrom = earliestDay(windowsFrom, addDays(run.today, -settings.rereadDays));
  // Days that only the trust gate needs are reported too, when this run has cleared one.
  const daysFrom = earliestDay(recentFrom, neededFrom);
  const lookedAt = { from: earliestDay(daysFrom, addDays(yesterday, 1 - daysLookedAt)), through: yesterday };
  const ledger = await daysReadOnce(ports.ledger, lookedAt);
  const days = await ledger.listDays({ from: daysFrom, through: yesterday });
  const through = dataThrough({ from: recentFrom, through: yesterday }, days);
  const withoutHistory = run.forCapsAlone === true && !hasPools(rules, run.today);
  const { usage, use, owners } = await collectUse(ledger, { users, windows, days, yesterday, through, withoutHistory });
  const float = await collectFloat({ ...ports, ledger }, settings, { run, through });
  return {
    ...rules,
    users,
    days,
    usage,
    use,
    owners,
    through,
    hold: guardTrust({ from: windowsFrom, through: yesterday }, days),
    float,
    problems: [...describeUnreadable(usage), ...rules.problems],
  };
}

function hasPools({ budgets }: Rules, today: Day): boolean {
  return sharedBudgets(budgets, []).some(({ budget }) => (budget.to ?? today) >= today);
}

/** A ledger that reads a range of days once for all callers. */
async function daysReadOnce(ledger: ReadLedger, range: DayRange): Promise<ReadLedger> {
  const known = await ledger.listDays(range);
  return {
    readEach: (days) => ledger.readEach(days),
    listDays: async ({ from, through }) =>
      range.from <= from && through <= range.through
        ? known.filter(({ day }) => from <= day && day <= through)
        : ledger.listDays({ from, through }),
  };
}

interface UseOrder {
  readonly users: readonly KnownUser[];
  readonly windows: readonly Window[];
  readonly days: readonly LedgerDay[];
  /** The last day of the windows that may have figures: the day before the run. */
  readonly yesterday: Day;
  /** The last day that is known; absent when none is. */
  readonly through: Day | undefined;
  /** Nothing is forecast and nothing is divided: of days before the windows only the figures that count are read. */
  readonly withoutHistory?: boolean;
}

type ReadLedger = Pick<LedgerStore, 'listDays' | 'readEach'>;

interface CollectedUse {
  readonly usage: UsageTotals;
  readonly use: DailyUse;
  /** Whose the use is under ids that the roster lacks, where it is not their own. */
  readonly owners: ReadonlyMap<string, string>;
}

/**
 * Sums the ledger over the windows in use and collects all users' daily use, far enough back for forecasts, demand
 * estimates and every window. Reads every day once: for a large organization this is most of what a run reads from the
 * tables.
 */
export async function collectUse(ledger: ReadLedger, order: UseOrder): Promise<CollectedUse> {
  const { users, windows, yesterday } = order;
  const wanted = dailyUseRange(order);
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
function dailyUseRange({ windows, through, withoutHistory = false }: UseOrder): DayRange {
  const last = through ?? addDays(earliestDay('9999-12-31', ...windows.map(({ from }) => from)), -1);
  const historyFrom = withoutHistory ? last : addDays(last, 1 - daysLookedAt);
  const wanted = earliestDay(historyFrom, ...windows.map(({ from }) => from));
  return { from: latestDay(historyStart, wanted), through: last };
}

export type FloatStore = Pick<LiveStore, 'readState' | 'readFloat'>;

/**
 * What a division leaves to be given in the day: something only while the totals are on, verified through the last bill
 * and of now. Otherwise everything is divided.
 */
export async function collectFloat(
  { ledger, live }: { readonly ledger: Pick<LedgerStore, 'listDays'>; readonly live?: FloatStore },
  settings: EnforcementSettings,
  { run, through }: { readonly run: RunContext; readonly through: Day | undefined },
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
