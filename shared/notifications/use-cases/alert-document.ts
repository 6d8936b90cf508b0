import { compareText } from '../../kernel/texts/compare-text.ts';
import type { Day } from '../../kernel/time/day.ts';
import { type AlertRow, alertRows, asksForSomething, compareAlerts } from '../alert-order.ts';
import { describeCondition } from '../compose/describe-notification.ts';
import { isOpen } from '../conditions/acknowledge.ts';
import { isInAlarm, kindOfState, subjectOfState, type ConditionState } from '../conditions/condition-state.ts';
import type { AlertStore } from '../ports.ts';
import { alertHandle } from '../short-key.ts';
import { alertLeases, kindTerms, type AlertStatus } from '../topics.ts';

/** Alerts that need attention, acknowledged or not, in the one order of alerts, then the newest. */
export async function readAlerts(alerts: AlertStore, today: Day): Promise<readonly AlertDocument[]> {
  const states = await Promise.all(alertLeases.map(async (lease) => alerts.read(lease, [])));
  return states
    .flat()
    .filter(isInAlarm)
    .map((state) => alertDocument(state, today))
    .toSorted(firstToAct);
}

export function alertDocument(state: ConditionState, today: Day) {
  const { conditionId, asOf, acknowledged } = state;
  const { headline, severity } = describeCondition(state);
  const kind = kindOfState(state);
  return {
    id: alertHandle(conditionId),
    alertId: conditionId,
    kind,
    group: kindTerms(kind).group,
    subject: subjectOfState(state),
    severity,
    status: statusOf(state, today),
    headline,
    provisional: state.kind === 'use' && state.facts.seen !== undefined,
    since: asOf,
    owners: ownersOf(state),
    acknowledged:
      acknowledged === undefined
        ? null
        : {
            by: acknowledged.by,
            at: acknowledged.at,
            reason: acknowledged.reason,
            until: acknowledged.until ?? null,
            mute: acknowledged.mute ?? null,
            ownChange: acknowledged.ownChange,
          },
  };
}

/** The alerts that a filter names, in their order. */
export function filteredAlerts(
  alerts: readonly AlertDocument[],
  {
    severity,
    kind,
    alert: id,
    search = '',
  }: {
    readonly severity?: string | undefined;
    readonly kind?: string | undefined;
    /** Its id. */
    readonly alert?: string | undefined;
    /** Every word of it is in the headline, the severity or the kind, in any case. */
    readonly search?: string | undefined;
  },
): readonly AlertDocument[] {
  const words = search.toLowerCase().split(/\s+/u);
  return alerts.filter((alert) => {
    const said = `${alert.headline} ${alert.severity} ${alert.kind}`.toLowerCase();
    return (
      (severity === undefined || alert.severity === severity) &&
      (kind === undefined || alert.kind === kind) &&
      (id === undefined || alert.id === id) &&
      words.every((word) => said.includes(word))
    );
  });
}

function ownersOf(state: ConditionState): readonly string[] {
  switch (state.kind) {
    case 'observed':
      return state.observation.owners;
    case 'use':
    case 'stop':
      return state.owners;
    case 'forecast':
      return [];
  }
}

function statusOf(state: ConditionState, today: Day): AlertStatus {
  if (isOpen(state, today)) {
    return 'open';
  }
  const { mute, until } = state.acknowledged ?? {};
  return mute !== undefined ? 'muted' : until !== undefined ? 'snoozed' : 'acknowledged';
}

export type AlertDocument = ReturnType<typeof alertDocument>;

function firstToAct(a: AlertDocument, b: AlertDocument): number {
  return compareAlerts(a, b) || compareText(b.since, a.since) || compareText(a.alertId, b.alertId);
}

const namedMax = 5;

/** Alerts as rows: many of one kind and severity are one, with their number and the first of them. */
export function alertRowDocuments(alerts: readonly AlertDocument[]) {
  return alertRows(alerts).map(rowDocument);
}

function rowDocument({ headline, alerts }: AlertRow<AlertDocument>) {
  const [{ kind, group, severity, since, id }] = alerts;
  const owners = [...new Set(alerts.flatMap((alert) => alert.owners))];
  return {
    key: alerts.length === 1 ? id : `${kind}/${severity}`,
    kind,
    group,
    severity,
    headline,
    count: alerts.length,
    asks: asksForSomething({ severity }),
    since: alerts.reduce((latest, alert) => (alert.since > latest ? alert.since : latest), since),
    owners: owners.slice(0, namedMax),
    alerts: alerts.slice(0, namedMax),
  };
}

export type AlertRowDocument = ReturnType<typeof rowDocument>;
