import { exemptPeople } from '../domain/budgets/exemption.ts';
import { topUpCreditsByEmail } from '../domain/budgets/top-up.ts';
import { bindingBudgets, windowsInUse } from '../domain/caps/layer.ts';
import { matchPeople } from '../domain/caps/person.ts';
import type { Standing } from '../domain/caps/standing.ts';
import { dataThrough, historyStart } from '../domain/ledger/reading-range.ts';
import { runsGoingOn } from '../domain/runs/going-on.ts';
import { enforceJob } from '../domain/runs/run-id.ts';
import { addDays, dayOf, daysOf, earliestDay, latestDay } from '../domain/time/day.ts';
import { collectUsage } from './collect-usage.ts';
import { invalidScopes } from './invalid-scopes.ts';
import type { BudgetStore, Clock, GrantStore, LedgerStore, LimitStore, RunStore, UserStore } from './ports.ts';

/** The tables alone: nothing here speaks to the platform. */
export interface StandingPorts {
  readonly clock: Clock;
  readonly users: UserStore;
  readonly budgets: BudgetStore;
  readonly grants: GrantStore;
  readonly ledger: LedgerStore;
  readonly limits: LimitStore;
  readonly runs: RunStore;
}

/** As of when, and the settings that matter to it. */
export interface StandingOrder {
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly platformWindowAnchorDay: number;
  readonly rereadDays: number;
}

/** More runs of one job than can be at work at once. */
const recentRunsMax = 20;

/** Reads how everybody stands as of a moment, by the arithmetic of the night of that day. */
export async function readStanding(ports: StandingPorts, order: StandingOrder): Promise<Standing> {
  const today = dayOf(order.atMs);
  const yesterday = addDays(today, -1);
  const users = await ports.users.list();
  const { budgets, invalid } = await ports.budgets.list();
  const { grants, invalid: invalidGrants } = await ports.grants.list();
  const windows = windowsInUse(budgets, today, { anchorDay: order.platformWindowAnchorDay });
  const windowsFrom = latestDay(historyStart, earliestDay(today, ...windows.map((window) => window.from)));
  const recentFrom = earliestDay(windowsFrom, addDays(today, -order.rereadDays));
  const days = await ports.ledger.listDays({ from: recentFrom, through: yesterday });
  const usage = await collectUsage(ports.ledger, windows, { days, through: yesterday });
  const knownDays = new Map(days.map((day) => [day.day, day]));
  const limits = await ports.limits.list();
  const runs = await ports.runs.list(enforceJob, recentRunsMax);
  return {
    today,
    users,
    people: matchPeople(users, usage),
    budgets,
    binding: bindingBudgets(budgets, invalidScopes(invalid, invalidGrants), today),
    topUpCredits: topUpCreditsByEmail(
      grants.filter((grant) => grant.kind === 'top-up'),
      today,
    ),
    exemptEmails: exemptPeople(
      grants.filter((grant) => grant.kind === 'exemption'),
      today,
    ).emails,
    usage,
    dataThrough: dataThrough({ from: recentFrom, through: yesterday }, days),
    untrustedDays: daysOf({ from: windowsFrom, through: yesterday })
      .filter((day) => knownDays.get(day)?.status !== 'complete')
      .map((day) => ({ day, known: knownDays.get(day) })),
    limits: new Map(limits.map((record) => [record.userId, record])),
    runsGoingOn: runsGoingOn(runs, ports.clock.now()),
  };
}
