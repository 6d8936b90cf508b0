import { exemptPeople } from '../domain/budgets/exemption.ts';
import { topUpCreditsByEmail } from '../domain/budgets/top-up.ts';
import { bindingBudgets, windowsInUse } from '../domain/caps/layer.ts';
import type { CapPlanInput } from '../domain/caps/cap-plan-input.ts';
import { personStandings, sharesOf } from '../domain/caps/person-standing.ts';
import { matchPeople } from '../domain/caps/person.ts';
import type { Standing } from '../domain/caps/standing.ts';
import { dataThrough, historyStart } from '../domain/ledger/reading-range.ts';
import { runsGoingOn } from '../domain/runs/going-on.ts';
import { enforceJob } from '../domain/runs/run-id.ts';
import { addDays, dayOf, daysOf, earliestDay, latestDay } from '../domain/time/day.ts';
import { collectDailyUse } from './collect-daily-use.ts';
import { collectUsage } from './collect-usage.ts';
import { invalidScopes } from './invalid-scopes.ts';
import type { BudgetStore, Clock, GrantStore, LedgerStore, LimitStore, RunStore, UserStore } from './ports.ts';
import type { PoolSettings } from './run-context.ts';

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
  readonly pools: PoolSettings;
  readonly unlimitedCredits: number;
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
  const through = dataThrough({ from: recentFrom, through: yesterday }, days);
  const { reserveShare, ...assumptions } = order.pools;
  const people = matchPeople(users, usage);
  const ground: CapPlanInput = {
    day: today,
    dataThrough: through,
    budgets,
    invalidScopes: invalidScopes(invalid, invalidGrants),
    topUps: grants.filter((grant) => grant.kind === 'top-up'),
    exemptions: grants.filter((grant) => grant.kind === 'exemption'),
    users,
    usage,
    limits: await ports.limits.list(),
    teamOf: new Map(),
    pools: {
      use: await collectDailyUse(ports.ledger, { users, windows, through }),
      nowMs: order.atMs,
      platformWindow: { anchorDay: order.platformWindowAnchorDay },
      assumptions,
      reserveShare,
    },
    unlimitedCredits: order.unlimitedCredits,
  };
  const runs = await ports.runs.list(enforceJob, recentRunsMax);
  return {
    today,
    users,
    people,
    budgets,
    binding: bindingBudgets(budgets, ground.invalidScopes, today),
    topUpCredits: topUpCreditsByEmail(ground.topUps, today),
    exemptEmails: exemptPeople(ground.exemptions, today).emails,
    teamOf: ground.teamOf,
    shares: sharesOf(personStandings(people.persons, ground), ground),
    usage,
    dataThrough: through,
    untrustedDays: daysOf({ from: windowsFrom, through: yesterday })
      .filter((day) => knownDays.get(day)?.status !== 'complete')
      .map((day) => ({ day, known: knownDays.get(day) })),
    limits: new Map(ground.limits.map((record) => [record.userId, record])),
    runsGoingOn: runsGoingOn(runs, ports.clock.now()),
  };
}
