import { dataThrough } from '../../domain/ledger/reading-range.ts';
import { guardTrust } from '../../domain/runs/guards.ts';
import { addDays, earliestDay } from '../../domain/time/day.ts';
import { collectRules, type RulePorts } from './collect-rules.ts';
import { bindTeams, readTeams, type TeamPorts } from './collect-teams.ts';
import { collectUse } from './collect-use.ts';
import { describeUnreadable, type Collected } from './collected.ts';
import { daysInUse } from './days-in-use.ts';
import type { LedgerStore, UserStore } from './ports.ts';
import type { EnforcementSettings, RunContext } from '../runs/run-context.ts';

export interface TablePorts extends RulePorts, TeamPorts {
  readonly users: UserStore;
  readonly ledger: LedgerStore;
}

/** What a plan rests on, as the tables have it at this moment; the platform is not asked. */
export async function collectTables(
  ports: TablePorts,
  settings: EnforcementSettings,
  run: RunContext,
): Promise<Collected> {
  const users = await ports.users.list();
  const rules = bindTeams(await collectRules(ports), await readTeams(ports.teams), users);
  const { windows, yesterday, windowsFrom, neededFrom } = daysInUse(rules.budgets, run.today, settings);
  const recentFrom = earliestDay(windowsFrom, addDays(run.today, -settings.rereadDays));
  // Days that only the trust gate needs are told of too, when this run has cleared one.
  const days = await ports.ledger.listDays({ from: earliestDay(recentFrom, neededFrom), through: yesterday });
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
    problems: [...describeUnreadable(usage), ...rules.problems],
  };
}
