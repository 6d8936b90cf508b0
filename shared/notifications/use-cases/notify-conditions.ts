import type { JournalEntry } from '../../journal/journal-entry.ts';
import type { RunContext } from '../../kernel/runs/use-cases/run-context.ts';
import { describeNotification } from '../compose/describe-notification.ts';
import type { ConditionState } from '../conditions/condition-state.ts';
import { decideConditions, type Observations } from '../conditions/decide-conditions.ts';
import { forecastConditionId } from '../conditions/forecast-condition.ts';
import { useConditionId } from '../conditions/use-observation.ts';
import { notificationsOfReport, type ConditionNotification, type Report } from '../notification.ts';
import { observedConditionId } from '../observation.ts';
import { shortKey } from '../short-key.ts';
import { stopConditionId } from '../stops/stop-condition.ts';
import { stoppedPeopleId } from '../stops/stopped-people.ts';
import type { AlertLease } from '../topics.ts';
import type { NotifyPorts } from './ports.ts';
import type { KnownRouting } from './read-routing.ts';

export interface NotifyOrder {
  readonly lease: AlertLease;
  readonly observations: Observations;
  readonly routing: KnownRouting;
  /** States the run has already read: all open ones under the lease, perhaps others. */
  readonly known: readonly ConditionState[];
  /** The job's own report, in place of a notification per condition; `undefined` when it has nothing to say. */
  readonly report?: Report;
}

/**
 * Makes conditions of a run's observations, and notifications of their changes. Notifications are stored before states:
 * after an interruption the next run makes the same ones again.
 */
export async function notifyConditions(ports: NotifyPorts, run: RunContext, order: NotifyOrder): Promise<void> {
  const { observations, routing, report } = order;
  const states = await readStates(ports, order);
  const decision = decideConditions(observations, states, routing);
  const conditions = report === undefined ? [...decision.notifications.values()].flat() : [];
  const reports = report === undefined ? [] : notificationsOfReport(report, observations.at, routing);

  if (conditions.length + reports.length > 0) {
    await ports.alerts.enqueue([...conditions, ...reports]);
  }
  if (conditions.length > 0) {
    await ports.journal.append(entriesOf(conditions, run));
  }
  if (decision.states.length > 0) {
    await ports.alerts.put(decision.states);
  }
}

async function readStates(
  { alerts }: NotifyPorts,
  { observations, known }: NotifyOrder,
): Promise<readonly ConditionState[]> {
  const ids = new Set(known.map(({ conditionId }) => conditionId));
  const others = await alerts.find(conditionIdsOf(observations).filter((conditionId) => !ids.has(conditionId)));
  return [...known, ...others];
}

function conditionIdsOf({ uses = [], forecasts = [], stops, observed }: Observations): readonly string[] {
  const ids = [
    ...uses.map(useConditionId),
    ...forecasts.map(forecastConditionId),
    ...observed.map(observedConditionId),
    ...(stops?.stopped ?? []).flatMap(({ stop }) => [stopConditionId(stop.user), stoppedPeopleId({ stop })]),
  ];
  return [...new Set(ids)];
}

function entriesOf(
  notifications: readonly ConditionNotification[],
  { at, runId }: RunContext,
): readonly JournalEntry[] {
  const byEvent = Map.groupBy(notifications, ({ event }) => event.eventId);
  return [...byEvent].flatMap(([eventId, same]) => {
    // In the words for maintainers: `you` means nothing in a journal.
    const notification = same.find(({ role }) => role !== 'user') ?? same[0];
    if (notification === undefined) {
      return [];
    }
    const { severity, event } = notification;
    const role = notification.role === 'user' ? 'owner' : notification.role;
    const { headline } = describeNotification({ ...notification, role });
    const isProvisional = 'facts' in event && event.facts.seen !== undefined;
    const detail = {
      what: event.kind,
      severity,
      headline,
      to: same.map(({ recipient }) => recipient),
      ...(isProvisional && { provisional: true }),
    };
    const id = `${runId}/alert/${shortKey(eventId)}`;
    return [{ id, at, kind: 'alert-told', actor: 'curfew', runId, subject: event.conditionId, detail } as const];
  });
}
