import type { DigestDocument } from '../../shared/digest/contract.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

/** Pages of digests as a table. */
export function describeDigests(digests: readonly DigestDocument[], style: Style): string {
  const columns = [
    { title: 'Due on' },
    { title: 'Scope' },
    { title: 'Recipients', align: 'right' },
    { title: 'Subject' },
  ] as const;
  const rows = digests.map(({ dueOn, scope, recipients, subject }) => [
    dueOn,
    scope,
    String(recipients.length),
    subject,
  ]);
  return rows.length === 0 ? 'No digest was written yet; "run digest" writes it.' : renderTable(columns, rows, style);
}
