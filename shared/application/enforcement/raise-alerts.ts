import { type DecidedCaps, type HeldCaps, observeRun } from '../../domain/notifications/observe/observe-run.ts';
import type { WatchedPools } from '../../domain/notifications/observe/observe-promises.ts';
import type { WatchedBudgets } from '../../domain/notifications/observe/watched-budget.ts';
import { topUpCreditsByEmail, topUpCreditsByPool } from '../../domain/budgets/top-up.ts';
import type { CapPlan } from '../../domain/caps/cap-plan.ts';
import { bindingBudgets } from '../../domain/caps/layer.ts';
import { restatedDaysIn } from '../../domain/journal/restated-days.ts';
import type { DailyUse } from '../../domain/ledger/daily-use.ts';
import type { ReadSkew } from '../../domain/time/clock-skew.ts';
import type { Collected } from './collect-tables.ts';
import type { RecipientStore } from '../mail/ports.ts';
import { notify, readStates, type NotifyPorts } from '../notifications/notify.ts';
import type { Journal } from '../runs/ports.ts';
import { readRouting } from '../notifications/read-routing.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import type { RunContext } from '../runs/run-context.ts';

export interface AlertPorts extends NotifyPorts {
  readonly recipients: Pick<RecipientStore, 'list'>;
}

export interface AlertOrder {
  readonly collected: Collected;
  readonly caps: HeldCaps | DecidedCaps;
  /** Absent when a guard held the run before there was one. */
  readonly decided?: { readonly plan: CapPlan; readonly use: DailyUse };
  readonly settings: EnforcementSettings;
  /** What the platform's clock said. */
  readonly clock: ReadSkew | undefined;
}

/**
 * Finds out what has become of budgets, rows, limits and promises, and makes conditions and notifications of it. The
 * mails of the run are made of the notifications.
 */
export async function raiseAlerts(ports: AlertPorts, run: RunContext, order: AlertOrder): Promise<void> {
  const { collected, caps, settings } = order;
  const lease = 'limits';
  const open = await ports.alerts.read(lease, []);
  const openIds = new Set(open.map(({ conditionId }) => conditionId));
  const watched = watchBudgets(run, order, openIds);
  const pools = await watchPools(ports.journal, run, order);
  const routing = await readRouting(ports.recipients, settings);
  const observations = observeRun({
    at: run.at,
    today: run.today,
    invalid: collected.invalid,
    invalidGrants: collected.invalidGrants,
    teams: { invalid: collected.invalidTeams, doubles: collected.assignment.doubles },
    troubled: routing.troubled,
    caps,
    ...(watched === undefined ? {} : { watched }),
    ...(pools === undefined ? {} : { pools }),
    ...(order.clock?.isCompared === true && { clock: order.clock }),
  });
  const states = await readStates(ports, { lease, observations }, open);
  await notify(ports, run, { lease, observations, routing, states });
}

function watchBudgets(
  run: RunContext,
  { collected, decided, settings }: AlertOrder,
  openIds: ReadonlySet<string>,
): WatchedBudgets | undefined {
  const { budgets, invalidScopes, topUps, through } = collected;
  if (decided === undefined || through === undefined) {
    return undefined;
  }
  const { plan, use } = decided;
  // Who is exempt is not stopped by any budget, and has nothing to be warned of.
  const people = plan.decisions
    .filter(({ reason }) => reason !== 'invalid-budget' && reason !== 'exempt')
    .map(({ userId, email }) => ({ userId, email }));
  return {
    today: run.today,
    platformWindow: { anchorDay: settings.platformWindowAnchorDay },
    budgets: bindingBudgets(budgets, invalidScopes, run.today),
    people,
    topUpCredits: topUpCreditsByEmail(topUps, run.today),
    poolTopUpCredits: topUpCreditsByPool(topUps, run.today),
    teamOf: collected.assignment.teamOf,
    use,
    openIds,
  };
}

/** So many entries of one day are looked through for days that were restated. */
const entriesMax = 500_000;

async function watchPools(
  journal: Journal,
  { today, runId }: RunContext,
  { collected, caps, decided, settings }: AlertOrder,
): Promise<WatchedPools | undefined> {
  const division = decided?.plan.shares.division;
  if (decided === undefined || division === undefined || caps.kind === 'held' || collected.through === undefined) {
    return undefined;
  }
  const { plan, use } = decided;
  const entries = await journal.list({ from: today, through: today }, entriesMax);
  return {
    ...division.exposureTerms,
    pools: plan.shares.pools,
    use,
    records: new Map(caps.records.map((record) => [record.userId, record])),
    unlimitedCredits: settings.unlimitedCredits,
    emails: new Map(plan.decisions.map(({ userId, email }) => [userId, email])),
    restated: restatedDaysIn(entries.filter((entry) => entry.runId === runId)),
  };
}
