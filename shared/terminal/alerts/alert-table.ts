import type { AlertDocument } from '../../application/queries/documents/alert-document.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

/** Alerts as a table, in their order. */
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
