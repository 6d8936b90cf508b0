import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { ownChangeText } from '../../shared/kernel/texts/own-change.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { dayText } from '../../shared/kernel/time/day.ts';
import { type AlertCounts, describeAlertCount } from '../../shared/notifications/alert-order.ts';
import type {
  AlertDocument,
  AlertRowDocument,
  MuteDocument,
  UnreachableDocument,
} from '../../shared/notifications/contract.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { shownRows } from '../frame/shown-rows.ts';

const noAlert = 'No alert is open.';

/** Alerts as a table, in their order. */
export function describeAlerts(alerts: readonly AlertDocument[], style: Style): string {
  if (alerts.length === 0) {
    return noAlert;
  }
  const { rows: shown, footer } = shownRows(alerts, { style, what: 'alert' });
  return [renderTable(columns, shown.map(alertCells), style), ...footer].join('\n');
}

/** Alerts as a table in which many of one kind are one row, with the command that lists them. */
export function describeAlertRows(rows: readonly AlertRowDocument[], counts: AlertCounts, style: Style): string {
  if (rows.length === 0) {
    return noAlert;
  }
  const { rows: shown, footer } = shownRows(rows, { style, what: 'row' });
  const cells = shown.map(({ alerts: [first], ...row }) =>
    first !== undefined && row.count === 1 ? alertCells(first) : mergedCells(row, first?.status ?? 'open'),
  );
  return [renderTable(columns, cells, style), ...footer, `${describeAlertCount(counts)}.`].join('\n');
}

/** The alerts of a row stand alike: rows are made of those of one status. */
function mergedCells(row: Omit<AlertRowDocument, 'alerts'>, status: AlertDocument['status']): readonly string[] {
  const { count, severity, headline, kind, since, owners } = row;
  const all = `${headline} (npx curfew alerts list --kind ${kind}${status === 'open' ? '' : ` --status ${status}`})`;
  return [`${grouped(count)} alerts`, severity, all, dayText(since.slice(0, 10)), ownerText(owners), status];
}

const columns = [
  { title: 'Id' },
  { title: 'Severity' },
  { title: 'Alert' },
  { title: 'Changed' },
  { title: 'Owner', isMinor: true },
  { title: 'Status' },
] as const;

function alertCells({ id, severity, headline, since, owners, status, acknowledged }: AlertDocument): readonly string[] {
  return [
    id,
    severity,
    headline,
    dayText(since.slice(0, 10)),
    ownerText(owners),
    status === 'open' || acknowledged === null ? 'open' : acknowledgedText(acknowledged),
  ];
}

/** Default: the admins. */
function ownerText([first, ...others]: readonly string[]): string {
  return first === undefined ? 'admins' : `${first}${others.length === 0 ? '' : ` +${others.length}`}`;
}

function acknowledgedText(silence: NonNullable<AlertDocument['acknowledged']>): string {
  const { by, reason, until, mute, ownChange } = silence;
  const what = until === null ? 'acknowledged' : `${mute === null ? 'snoozed' : 'muted'} through ${dayText(until)}`;
  return `${what} by ${by}${ownChangeText(ownChange)}: ${reason}`;
}

/** The mutes in force as a table. */
export function describeMutes(mutes: readonly MuteDocument[], style: Style): string {
  const columns = [
    { title: 'Id' },
    { title: 'Kind' },
    { title: 'Subject' },
    { title: 'Through' },
    { title: 'By' },
    { title: 'Reason' },
  ];
  const cells = mutes.map(({ id, kind, subject, until, by, reason }) => [
    id,
    kind,
    plainText(subject ?? 'all'),
    dayText(until),
    plainText(by),
    plainText(reason),
  ]);
  return mutes.length === 0 ? 'No alert is muted.' : renderTable(columns, cells, style);
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
  return rows.length === 0 ? 'No address is known that mail does not reach.' : renderTable(columns, cells, style);
}
