import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { describeNotification } from '../../domain/notifications/compose/describe-notification.ts';
import type { ConditionState } from '../../domain/notifications/conditions/condition-state.ts';
import { decideConditions, type Observations } from '../../domain/notifications/conditions/decide-conditions.ts';
import { forecastConditionId } from '../../domain/notifications/conditions/forecast-condition.ts';
import { useConditionId } from '../../domain/notifications/conditions/use-observation.ts';
import {
  notificationsOfReport,
  type ConditionNotification,
  type Report,
} from '../../domain/notifications/notification.ts';
import { observedConditionId } from '../../domain/notifications/observation.ts';
import { shortKey } from '../../domain/notifications/short-key.ts';
import { stopConditionId } from '../../domain/notifications/stops/stop-condition.ts';
import { stoppedPeopleId } from '../../domain/notifications/stops/stopped-people.ts';
import type { AlertLease } from '../../domain/notifications/topics.ts';
import type { RunContext } from '../runs/run-context.ts';
import type { NotifyPorts } from './ports.ts';
import type { KnownRouting } from './read-routing.ts';

/** What a job has seen, and who there is to be notified. */
export interface NotifyOrder {
  /** The lease that the run holds. */
  readonly lease: AlertLease;
  readonly observations: Observations;
  readonly routing: KnownRouting;
  /** The states that the run has read already: all open ones under the lease, and maybe others. */
  readonly known: readonly ConditionState[];
  /**
   * What the job says of all this in words of its own, in the place of a notification for each condition. `undefined`
   * when it has nothing to say.
   */
  readonly report?: Report;
}

/**
 * Makes conditions of what a run has seen, and notifications of what became of them. Notifications are stored before
 * states: a run that ends in between makes the same ones again.
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

/** The states of all conditions that observations may have to do with, beside those that are known. */
async function readStates(
  { alerts }: Pick<NotifyPorts, 'alerts'>,
  { observations, known }: Pick<NotifyOrder, 'observations' | 'known'>,
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

/** Who was notified of what, an entry an event. */
function entriesOf(
  notifications: readonly ConditionNotification[],
  { at, runId }: RunContext,
): readonly JournalEntry[] {
  const byEvent = Map.groupBy(notifications, ({ event }) => event.eventId);
  return [...byEvent].flatMap(([eventId, same]) => {
    // In the words for those who look after it: `you` would say nothing in a journal.
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
