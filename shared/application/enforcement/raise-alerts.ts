import type { AlertNotice } from '../../domain/alerts/alert-notice.ts';
import { decideAlerts, type Observations } from '../../domain/alerts/decide-alerts.ts';
import { describeNotice } from '../../domain/alerts/describe-notice.ts';
import { forecastAlertId } from '../../domain/alerts/forecast-alert.ts';
import { matterAlertId } from '../../domain/alerts/matter.ts';
import { type DecidedCaps, type HeldCaps, observeRun } from '../../domain/alerts/observe/observe-run.ts';
import type { WatchedPools } from '../../domain/alerts/observe/observe-promises.ts';
import type { WatchedBudgets } from '../../domain/alerts/observe/watched-budget.ts';
import { shortKey } from '../../domain/alerts/short-key.ts';
import { useAlertId } from '../../domain/alerts/use-alert.ts';
import { topUpCreditsByEmail, topUpCreditsByTeam } from '../../domain/budgets/top-up.ts';
import type { CapPlan } from '../../domain/caps/cap-plan.ts';
import { bindingBudgets } from '../../domain/caps/layer.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { restatedDaysIn } from '../../domain/journal/restated-days.ts';
import type { DailyUse } from '../../domain/ledger/daily-use.ts';
import type { Collected } from './collect-tables.ts';
import type { AlertStore } from '../notifications/ports.ts';
import type { Journal } from '../runs/ports.ts';
import type { RecipientStore } from '../mail/ports.ts';
import { readRouting } from '../notifications/read-routing.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import type { RunContext } from '../runs/run-context.ts';

export interface AlertPorts {
  readonly alerts: AlertStore;
  readonly journal: Journal;
  readonly recipients: Pick<RecipientStore, 'list'>;
}

export interface AlertOrder {
  readonly collected: Collected;
  readonly caps: HeldCaps | DecidedCaps;
  /** Absent when a guard held the run before there was one. */
  readonly decided?: { readonly plan: CapPlan; readonly use: DailyUse };
  readonly settings: EnforcementSettings;
}

/**
 * Finds out what there is to alert of, and notes who is owed which notice; the mails are made of that. Notices come
 * before states: a run that ends in between finds the same notices again, under the same ids.
 */
export async function raiseAlerts(ports: AlertPorts, run: RunContext, order: AlertOrder): Promise<void> {
  const { collected, caps, settings } = order;
  const open = await ports.alerts.read([]);
  const standing = new Set(open.map(({ alertId }) => alertId));
  const watched = watchBudgets(run, order, standing);
  const pools = await watchPools(ports.journal, run, order);
  const routing = await readRouting(ports.recipients, settings);
  const seen = observeRun({
    at: run.at,
    today: run.today,
    invalid: collected.invalid,
    invalidGrants: collected.invalidGrants,
    teams: { invalid: collected.invalidTeams, doubles: collected.assignment.doubles },
    troubled: routing.troubled,
    caps,
    ...(watched === undefined ? {} : { watched }),
    ...(pools === undefined ? {} : { pools }),
  });
  const others = await ports.alerts.find(alertIdsOf(seen).filter((alertId) => !standing.has(alertId)));
  const decision = decideAlerts(seen, [...open, ...others], routing);
  const notices = [...decision.notices.values()].flat();

  if (notices.length > 0) {
    await ports.alerts.enqueue(notices);
    await ports.journal.append(entriesOf(notices, run));
  }
  if (decision.states.length > 0) {
    await ports.alerts.put(decision.states);
  }
}

function watchBudgets(
  run: RunContext,
  { collected, decided, settings }: AlertOrder,
  standing: ReadonlySet<string>,
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
    teamTopUpCredits: topUpCreditsByTeam(topUps, run.today),
    teamOf: collected.assignment.teamOf,
    use,
    standing,
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
    ...division.reckoning,
    pools: plan.shares.pools,
    use,
    records: new Map(caps.records.map((record) => [record.userId, record])),
    unlimitedCredits: settings.unlimitedCredits,
    emails: new Map(plan.decisions.map(({ userId, email }) => [userId, email])),
    restated: restatedDaysIn(entries.filter((entry) => entry.runId === runId)),
  };
}

function alertIdsOf({ uses, forecasts, matters }: Observations): readonly string[] {
  return [...uses.map(useAlertId), ...forecasts.map(forecastAlertId), ...matters.map(matterAlertId)];
}

/** What was told to whom, an entry an event. */
function entriesOf(notices: readonly AlertNotice[], { at, runId }: RunContext): readonly JournalEntry[] {
  const byEvent = Map.groupBy(notices, ({ event }) => event.eventId);
  return [...byEvent].flatMap(([eventId, same]) => {
    // In the words for those who look after it: `you` would say nothing in a journal.
    const notice = same.find(({ role }) => role !== 'user') ?? same[0];
    if (notice === undefined) {
      return [];
    }
    const { severity, event } = notice;
    const { headline } = describeNotice({ ...notice, role: notice.role === 'user' ? 'owner' : notice.role });
    const detail = { what: event.kind, severity, headline, to: same.map(({ recipient }) => recipient) };
    const entry = {
      id: `${runId}/alert/${shortKey(eventId)}`,
      at,
      kind: 'alert-told',
      actor: 'curfew',
      runId,
    } as const;
    return [{ ...entry, subject: event.alertId, detail }];
  });
}
