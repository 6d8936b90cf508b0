import { renderTable } from '../../shared/terminal/table.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { isOpen } from '../../shared/domain/alerts/acknowledge.ts';
import type { AlertState } from '../../shared/domain/alerts/alert-state.ts';
import { describeAlert } from '../../shared/domain/alerts/describe-alert.ts';
import { compareSeverity } from '../../shared/domain/alerts/severity.ts';
import { alertHandle } from '../../shared/domain/alerts/short-key.ts';
import type { Day } from '../../shared/domain/time/day.ts';

/** An alert as the JSON documents show it, with where it stands on a day. */
export function alertDocument(state: AlertState, today: Day) {
  const { alertId, kind, asOf, acknowledged } = state;
  const { headline, severity } = describeAlert(state);
  return {
    id: alertHandle(alertId),
    alertId,
    kind,
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
