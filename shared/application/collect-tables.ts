import { windowsInUse } from '../domain/caps/layer.ts';
import { dataThrough, historyStart } from '../domain/ledger/reading-range.ts';
import type { DailyUse } from '../domain/ledger/daily-use.ts';
import { guardTrust } from '../domain/runs/guards.ts';
import { addDays, earliestDay, latestDay } from '../domain/time/day.ts';
import { describeUnreadable, type Collected } from './collect-night.ts';
import { collectRules, type RulePorts } from './collect-rules.ts';
import { bindTeams, readTeams, type TeamPorts } from './collect-teams.ts';
import { collectUse } from './collect-use.ts';
import type { LedgerStore, UserStore } from './ports.ts';
import type { NightSettings, RunContext } from './run-context.ts';

export interface TablePorts extends RulePorts, TeamPorts {
  readonly users: UserStore;
  readonly ledger: LedgerStore;
}

/** What a plan rests on, with what everybody consumed day by day. */
export interface CollectedTables extends Collected {
  readonly use: DailyUse;
}

/** What a plan rests on, as the tables have it at this moment; the platform is not asked. */
export async function collectTables(
  ports: TablePorts,
  settings: NightSettings,
  run: RunContext,
): Promise<CollectedTables> {
  const users = await ports.users.list();
  const rules = bindTeams(await collectRules(ports), await readTeams(ports.teams), users);
  const windows = windowsInUse(rules.budgets, run.today, { anchorDay: settings.platformWindowAnchorDay });
  const yesterday = addDays(run.today, -1);
  const windowsFrom = latestDay(historyStart, earliestDay(run.today, ...windows.map((window) => window.from)));
  const recentFrom = earliestDay(windowsFrom, addDays(run.today, -settings.rereadDays));
  const days = await ports.ledger.listDays({ from: recentFrom, through: yesterday });
  const through = dataThrough({ from: recentFrom, through: yesterday }, days);
  const { usage, use } = await collectUse(ports.ledger, { users, windows, days, yesterday, through });
  return {
    ...rules,
    users,
    days,
    usage,
    use,
    through,
    hold: guardTrust({ from: windowsFrom, through: yesterday }, days),
    isDoubtful: false,
    problems: [...describeUnreadable(usage), ...rules.problems],
  };
}
