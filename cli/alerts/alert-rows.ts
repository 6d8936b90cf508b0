import { renderTable } from '../../shared/terminal/table.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { isOpen } from '../../shared/domain/notifications/acknowledge.ts';
import type { ConditionState } from '../../shared/domain/notifications/condition-state.ts';
import { describeCondition } from '../../shared/domain/notifications/describe-notification.ts';
import { compareSeverity } from '../../shared/domain/notifications/severity.ts';
import { alertHandle } from '../../shared/domain/notifications/short-key.ts';
import type { Day } from '../../shared/domain/time/day.ts';

/** An alert as the JSON documents show it, with where it stands on a day. */
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
    since: asOf,
    acknowledged:
      acknowledged === undefined
        ? null
        : {
            by: acknowledged.by,
            at: acknowledged.at,
            reason: acknowledged.reason,
            until: acknowledged.until ?? null,
          },
  };
}

export type AlertDocument = ReturnType<typeof alertDocument>;

/** The most severe first; of those that matter alike, the newest. */
export function gravestFirst(alerts: readonly AlertDocument[]): readonly AlertDocument[] {
  return alerts.toSorted(
    (a, b) => compareSeverity(a.severity, b.severity) || compare(b.since, a.since) || compare(a.alertId, b.alertId),
  );
}

export function alertTable(alerts: readonly AlertDocument[], style: Style): string {
  const columns = [
    { title: 'Id' },
    { title: 'Severity' },
    { title: 'Alert' },
    { title: 'Changed' },
    { title: 'Status' },
  ];
  const rows = alerts.map(({ id, severity, headline, since, status, acknowledged }) => [
    id,
    severity,
    headline,
    since.slice(0, 10),
    status === 'open' || acknowledged === null ? 'open' : acknowledgedText(acknowledged),
  ]);
  return renderTable(columns, rows, style);
}

function acknowledgedText({ by, reason, until }: NonNullable<AlertDocument['acknowledged']>): string {
  return `acknowledged by ${by}${until === null ? '' : ` until ${until}`}: ${reason}`;
}

function compare(first: string, second: string): number {
  return Number(first > second) - Number(first < second);
}
