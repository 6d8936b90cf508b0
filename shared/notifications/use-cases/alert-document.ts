import { compareText } from '../../kernel/texts/compare-text.ts';
import type { Day } from '../../kernel/time/day.ts';
import { describeCondition } from '../compose/describe-notification.ts';
import { isOpen } from '../conditions/acknowledge.ts';
import { isInAlarm, type ConditionState } from '../conditions/condition-state.ts';
import { compareSeverity } from '../severity.ts';
import { alertHandle } from '../short-key.ts';
import { alertLeases } from '../topics.ts';
import type { AlertStore } from './ports.ts';

/** Alerts that need attention, acknowledged or not: most severe first, then newest. */
export async function readAlerts(alerts: AlertStore, today: Day): Promise<readonly AlertDocument[]> {
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
