import { ownChangeText } from '../../shared/kernel/texts/own-change.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { AlertDocument, UnreachableDocument } from '../../shared/notifications/contract.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { shownRows } from '../frame/shown-rows.ts';

/** Alerts as a table, in their order. */
export function describeAlerts(alerts: readonly AlertDocument[], style: Style): string {
  if (alerts.length === 0) {
    return 'No alert asks for attention.';
  }
  const { rows: shown, footer } = shownRows(alerts, { style, what: 'alert' });
  const columns = [
    { title: 'Id' },
    { title: 'Severity' },
    { title: 'Alert' },
    { title: 'Changed' },
    { title: 'Owner', isMinor: true },
    { title: 'Status' },
  ] as const;
  const rows = shown.map(({ id, severity, headline, since, owners, status, acknowledged }) => [
    id,
    severity,
    headline,
    since.slice(0, 10),
    ownerText(owners),
    status === 'open' || acknowledged === null ? 'open' : acknowledgedText(acknowledged),
  ]);
  return [renderTable(columns, rows, style), ...footer].join('\n');
}

/** Default: the admins. */
function ownerText([first, ...others]: readonly string[]): string {
  return first === undefined ? 'admins' : `${first}${others.length === 0 ? '' : ` +${others.length}`}`;
}

function acknowledgedText({ by, reason, until, ownChange }: NonNullable<AlertDocument['acknowledged']>): string {
  return `acknowledged by ${by}${ownChangeText(ownChange)}${until === null ? '' : ` until ${until}`}: ${reason}`;
}

/** Addresses that mail does not reach, and why, as a table. */
export function describeUnreachable(rows: readonly UnreachableDocument[], style: Style): string {
  const columns = [
    { title: 'Address' },
    { title: 'Why' },
    { title: 'Since' },
    { title: 'In the words of the mail service' },
  ];
  const cells = rows.map(({ address, cause, since, detail }) => [
    plainText(address),
    cause === 'settings' ? 'in the settings' : cause,
    since?.slice(0, 10) ?? '',
    plainText(detail ?? ''),
  ]);
  return rows.length === 0 ? 'Mail reaches everybody, as far as is known.' : renderTable(columns, cells, style);
}
