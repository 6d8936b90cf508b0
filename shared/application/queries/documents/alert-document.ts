import { describeCondition } from '../../../domain/notifications/compose/describe-notification.ts';
import { isOpen } from '../../../domain/notifications/conditions/acknowledge.ts';
import { isInAlarm, type ConditionState } from '../../../domain/notifications/conditions/condition-state.ts';
import { compareSeverity } from '../../../domain/notifications/severity.ts';
import { alertHandle } from '../../../domain/notifications/short-key.ts';
import { alertLeases } from '../../../domain/notifications/topics.ts';
import { compareText } from '../../../domain/texts/compare-text.ts';
import type { Day } from '../../../domain/time/day.ts';
import type { AlertStore } from '../../notifications/ports.ts';

/** Alerts that need attention, acknowledged or not: most severe first, then newest. */
export async function readAlerts(alerts: Pick<AlertStore, 'read'>, today: Day): Promise<readonly AlertDocument[]> {
  const states = await Promise.all(alertLeases.map(async (lease) => alerts.read(lease, [])));
  return states
    .flat()
    .filter(isInAlarm)
    .map((state) => alertDocument(state, today))
    .toSorted(gravestFirst);
}

export function alertDocument(state: ConditionState, today: Day) {
  const { conditionId, asOf, acknowledged } = state;
  const { headline, severity } = describeCondition(state);
  return {
    id: alertHandle(conditionId),
    alertId: conditionId,
    kind: state.kind === 'observed' ? ('matter' as const) : state.kind,
    severity,
    status: isOpen(state, today) ? ('open' as const) : ('acknowledged' as const),
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
            ownChange: acknowledged.ownChange,
          },
  };
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

export type AlertDocument = ReturnType<typeof alertDocument>;

function gravestFirst(a: AlertDocument, b: AlertDocument): number {
  return compareSeverity(a.severity, b.severity) || compareText(b.since, a.since) || compareText(a.alertId, b.alertId);
}
