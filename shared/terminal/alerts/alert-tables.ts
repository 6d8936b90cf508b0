import { ownChangeText } from '../../kernel/texts/own-change.ts';
import { plainText } from '../../kernel/texts/plain-text.ts';
import type { AlertDocument } from '../../notifications/use-cases/alert-document.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

/** Alerts as a table, in their order. */
export function alertTable(alerts: readonly AlertDocument[], style: Style): string {
  const columns = [
    { title: 'Id' },
    { title: 'Severity' },
    { title: 'Alert' },
    { title: 'Changed' },
    { title: 'Owner', isMinor: true },
    { title: 'Status' },
  ] as const;
  const rows = alerts.map(({ id, severity, headline, since, owners, status, acknowledged }) => [
    id,
    severity,
    headline,
    since.slice(0, 10),
    ownerText(owners),
    status === 'open' || acknowledged === null ? 'open' : acknowledgedText(acknowledged),
  ]);
  return renderTable(columns, rows, style);
}

/** Default: the admins. */
function ownerText([first, ...others]: readonly string[]): string {
  return first === undefined ? 'admins' : `${first}${others.length === 0 ? '' : ` +${others.length}`}`;
}

function acknowledgedText({ by, reason, until, ownChange }: NonNullable<AlertDocument['acknowledged']>): string {
  return `acknowledged by ${by}${ownChangeText(ownChange)}${until === null ? '' : ` until ${until}`}: ${reason}`;
}

/** An address that mail does not reach. */
interface Unreachable {
  readonly address: string;
  readonly cause: string;
  readonly since: string | null;
  readonly detail: string | null;
}

/** Addresses that mail does not reach, and why, as a table. */
export function unreachableTable(rows: readonly Unreachable[], style: Style): string {
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
  return renderTable(columns, cells, style);
}
