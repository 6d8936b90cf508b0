import { windowsInUse } from '../../../budgets/binding-budgets.ts';
import { windowAt, type Window } from '../../../budgets/window.ts';
import type { RunContext } from '../../../kernel/runs/run.ts';
import { addDays, earliestDay, latestDay, type Day, type DayRange } from '../../../kernel/time/day.ts';
import type { LedgerDay } from '../../../ledger/ledger-day.ts';
import { dataThrough, historyStart } from '../../../ledger/reading-range.ts';
import { usageTotalsBuilder, type UsageTotals } from '../../../ledger/usage-totals.ts';
import { addUnknownUse } from '../../../limits/unknown-use.ts';
import { describeUnreadable, type Collected } from '../../collected.ts';
import type { EnforcementSettings } from '../../enforcement-settings.ts';
import type { LedgerStore } from '../../ports.ts';
import { bindTeams } from '../../rules.ts';
import { collectRules, collectUse, type TablePorts } from './collect-tables.ts';

/**
 * What a run rests on that cannot wait for figures, from the tables alone: the ledger through its last complete day. In
 * the platform window of now every limit is put on top of what is known, so that use which is not known yet counts
 * against it. Of budgets whose window began in an earlier one, the most that limits allowed in it is counted, yesterday
 * at the least on the first day of a window, and the nightly run gives back what turns out not to have been consumed.
 */
export async function collectLastKnown(
  ports: TablePorts,
  settings: EnforcementSettings,
  run: RunContext,
): Promise<Collected> {
  const platformWindow = { anchorDay: settings.platformWindowAnchorDay };
  const users = await ports.users.list();
  const rules = bindTeams(await collectRules(ports), users, run.today);
  const windows = windowsInUse(rules.budgets, run.today, platformWindow);
  const yesterday = addDays(run.today, -1);
  // The windows that ended count too: by the platform's clock they may go on.
  const ended = windowsInUse(rules.budgets, yesterday, platformWindow);
  const from = latestDay(historyStart, earliestDay(yesterday, ...[...ended, ...windows].map((window) => window.from)));
  // Where every window has just begun, what is known ends before it: a few days back is enough to tell where.
  const recentFrom = latestDay(historyStart, earliestDay(from, addDays(yesterday, -settings.rereadDays)));
  const known = await ports.ledger.listDays({ from: recentFrom, through: yesterday });
  const through =
    dataThrough({ from, through: yesterday }, known) ?? dataThrough({ from: recentFrom, through: yesterday }, known);
  const days = known.filter(({ day }) => through !== undefined && day <= through);
  const { usage, use, owners } = await collectUse(ports.ledger, { users, windows, days, yesterday, through });
  const windowFrom = windowAt('platform', run.today, platformWindow).from;
  const unknown = {
    from: through === undefined ? from : addDays(through, 1),
    through: earliestDay(yesterday, addDays(windowFrom, -1)),
  };
  const before = windowAt('platform', earliestDay(unknown.from, yesterday), platformWindow);
  return {
    ...rules,
    users,
    days: [],
    usage: addUnknownUse(usage, {
      days: unknown,
      platformWindow,
      userIds: users.map((user) => user.userId),
      limits: await ports.limits.list(),
      enforcementDelayMinutes: settings.pools.enforcementDelayMinutes,
      maxCreditsPerUserHour: settings.pools.maxCreditsPerUserHour,
      knownCredits: platformCredits(await usageOf(ports.ledger, before, through, owners)),
    }),
    use,
    owners,
    through,
    hold: undefined,
    problems: [...describeUnreadable(usage), ...rules.problems],
  };
}

/** The ledger's use in an earlier platform window, through its last complete day. */
async function usageOf(
  ledger: LedgerStore,
  window: Window,
  through: Day | undefined,
  owners: Collected['owners'],
): Promise<UsageTotals> {
  const { from } = window;
  const range: DayRange = { from: latestDay(historyStart, from), through: through ?? addDays(from, -1) };
  const days = range.from <= range.through ? await ledger.listDays(range) : [];
  return collectUsage(ledger, [window], { days: days.filter(isComplete), through: range.through, owners });
}

/** Adds up the ledger over the windows in use, a day at a time, through `through`. */
export async function collectUsage(
  ledger: LedgerStore,
  windows: readonly Window[],
  {
    days,
    through,
    owners,
  }: { readonly days: readonly LedgerDay[]; readonly through: Day; readonly owners: Collected['owners'] },
): Promise<UsageTotals> {
  const from = earliestDay(through, ...windows.map((window) => window.from));
  const wanted = new Map(days.filter(({ day }) => day >= from && day <= through).map((day) => [day.day, day]));
  const totals = usageTotalsBuilder(windows);
  for await (const { day, rows } of ledger.readEach([...wanted.keys()])) {
    totals.add({ day, rows, unreadableUserIds: wanted.get(day)?.unreadableUserIds ?? [] });
  }
  return totals.total(owners);
}

function isComplete({ status }: LedgerDay): boolean {
  return status === 'complete';
}

function platformCredits({ users }: UsageTotals): ReadonlyMap<string, number> {
  return new Map([...users.values()].map(({ userId, credits }) => [userId, credits.platform ?? 0]));
}
