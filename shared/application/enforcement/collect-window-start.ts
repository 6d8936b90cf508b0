import { windowAt, type Window } from '../../domain/budgets/window.ts';
import { windowsInUse } from '../../domain/caps/layer.ts';
import { addUnknownUse } from '../../domain/limits/unknown-use.ts';
import type { LedgerDay } from '../../domain/ledger/ledger-day.ts';
import { dataThrough, historyStart } from '../../domain/ledger/reading-range.ts';
import type { UsageTotals } from '../../domain/ledger/usage-totals.ts';
import { addDays, earliestDay, latestDay, type Day, type DayRange } from '../../domain/time/day.ts';
import { collectRules, type RulePorts, bindTeams, readTeams, type TeamPorts } from './collect-rules.ts';
import { collectUsage, collectUse } from './collect-use.ts';
import { describeUnreadable, type Collected } from './collect-tables.ts';
import type { LedgerStore, LimitStore, UserStore } from './ports.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import type { RunContext } from '../runs/run-context.ts';

export interface WindowStartPorts extends RulePorts, TeamPorts {
  readonly users: UserStore;
  readonly ledger: LedgerStore;
  readonly limits: LimitStore;
}

/**
 * What the first run of a platform window rests on, from the tables alone: nobody has consumed anything in the new
 * window yet. For budgets whose window began earlier, the ledger is known through its last complete day only. What
 * users consumed after it, yesterday at the least, is not known at 00:05: the most that their limits allowed is
 * counted in its place, and the nightly run gives back what turns out not to have been consumed.
 */
export async function collectWindowStart(
  ports: WindowStartPorts,
  settings: EnforcementSettings,
  run: RunContext,
): Promise<Collected> {
  const platformWindow = { anchorDay: settings.platformWindowAnchorDay };
  const users = await ports.users.list();
  const rules = bindTeams(await collectRules(ports), await readTeams(ports.teams), users);
  const windows = windowsInUse(rules.budgets, run.today, platformWindow);
  const yesterday = addDays(run.today, -1);
  // The windows that ended count too: by the platform's clock they may go on.
  const ended = windowsInUse(rules.budgets, yesterday, platformWindow);
  const from = latestDay(historyStart, earliestDay(yesterday, ...[...ended, ...windows].map((window) => window.from)));
  const known = await ports.ledger.listDays({ from, through: yesterday });
  const through = dataThrough({ from, through: yesterday }, known);
  const days = known.filter(({ day }) => through !== undefined && day <= through);
  const { usage, use } = await collectUse(ports.ledger, { users, windows, days, yesterday, through });
  const unknown = { from: through === undefined ? from : addDays(through, 1), through: yesterday };
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
      ...(settings.pools.maxCreditsPerUserHour !== undefined && {
        maxCreditsPerUserHour: settings.pools.maxCreditsPerUserHour,
      }),
      knownCredits: platformCredits(await usageOf(ports.ledger, before, { from: before.from, through })),
    }),
    use,
    through,
    hold: undefined,
    problems: [...describeUnreadable(usage), ...rules.problems],
  };
}

/** What the ledger knows of an earlier platform window, through its last complete day. */
async function usageOf(
  ledger: LedgerStore,
  window: Window,
  { from, through }: { readonly from: Day; readonly through: Day | undefined },
): Promise<UsageTotals> {
  const range: DayRange = { from: latestDay(historyStart, from), through: through ?? addDays(from, -1) };
  const days = range.from <= range.through ? await ledger.listDays(range) : [];
  return collectUsage(ledger, [window], { days: days.filter(isComplete), through: range.through });
}

function isComplete({ status }: LedgerDay): boolean {
  return status === 'complete';
}

function platformCredits({ users }: UsageTotals): ReadonlyMap<string, number> {
  return new Map([...users.values()].map(({ userId, credits }) => [userId, credits.platform ?? 0]));
}
