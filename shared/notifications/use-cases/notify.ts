import type { JournalEntry } from '../../journal/journal-entry.ts';
import type { RunContext } from '../../kernel/runs/run.ts';
import { describeNotification } from '../compose/describe-notification.ts';
import type { ConditionState } from '../conditions/condition-state.ts';
import { decideConditions, type Observations } from '../conditions/decide-conditions.ts';
import { forecastConditionId } from '../conditions/forecast-condition.ts';
import { useConditionId } from '../conditions/use-observation.ts';
import { mutedState } from '../mute.ts';
import { notificationsOfReport, type ConditionNotification, type Report } from '../notification.ts';
import { observedConditionId } from '../observation.ts';
import type { NotifyPorts } from '../ports.ts';
import type { KnownRouting } from '../routing.ts';
import { shortKey } from '../short-key.ts';
import { stopConditionId } from '../stops/stop-condition.ts';
import { stoppedPeopleId } from '../stops/stopped-people.ts';
import type { AlertLease } from '../topics.ts';

/** What a job has seen, and who there is to be notified. */
export interface NotifyOrder {
  /** The lease that the run holds. */
  readonly lease: AlertLease;
  readonly observations: Observations;
  readonly routing: KnownRouting;
  /** The states that the run has read already: all open ones under the lease, and maybe others. */
  readonly known: readonly ConditionState[];
  /** The job's own text in place of a notification for each condition; `undefined` when it has nothing to say. */
  readonly report?: Report;
}

/**
 * How every job notifies: observations become conditions, then notifications, which the run's mails are made of. Reads
 * the open states when they are not given.
 */
export async function notify(
  ports: NotifyPorts,
  run: RunContext,
  order: Omit<NotifyOrder, 'known'> & Partial<NotifyOrder>,
): Promise<void> {
  const known = order.known ?? (await ports.alerts.read(order.lease, []));
  // Where nothing is open and nothing was seen there is nothing to decide.
  if (known.length > 0 || order.report !== undefined || seesAnything(order.observations)) {
    await notifyConditions(ports, run, { ...order, known });
  }
}

function seesAnything({ uses = [], forecasts = [], stops, observed }: Observations): boolean {
  return uses.length + forecasts.length + observed.length + (stops?.stopped.length ?? 0) > 0;
}

/** Makes conditions, and notifications, which are stored before states: an interrupted run makes the same again. */
async function notifyConditions(ports: NotifyPorts, run: RunContext, order: NotifyOrder): Promise<void> {
  const { observations, routing, report } = order;
  const states = await readStates(ports, order);
  const decision = decideConditions(observations, states, routing);
  const silenced = await silencedStates(ports, decision.states, observations.at);
  // People hear of their own credits whatever is muted.
  const conditions = [...decision.notifications.values()]
    .flat()
    .filter(({ role, event }) => report === undefined && (role === 'user' || !silenced.has(event.conditionId)));
  const reports = report === undefined ? [] : notificationsOfReport(report, observations.at, routing);

  if (conditions.length + reports.length > 0) {
    await ports.alerts.enqueue([...conditions, ...reports]);
  }
  if (conditions.length > 0) {
    await ports.journal.append(entriesOf(conditions, run));
  }
  if (decision.states.length > 0) {
    await ports.alerts.put(decision.states.map((state) => silenced.get(state.conditionId) ?? state));
  }
}

/** Of some states, those that a mute silences, by id. */
async function silencedStates(
  { alerts }: NotifyPorts,
  states: readonly ConditionState[],
  at: string,
): Promise<ReadonlyMap<string, ConditionState>> {
  const mutes = states.length === 0 ? [] : await alerts.listMutes();
  const silenced = states.flatMap((state) => mutedState(state, mutes, at.slice(0, 10)) ?? []);
  return new Map(silenced.map((state) => [state.conditionId, state]));
}

/** The states of all conditions that observations may have to do with, beside those that are known. */
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
