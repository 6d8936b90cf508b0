import { plainText } from '../plain-text.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

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
