import { showHidden } from '../../kernel/texts/hidden-letters.ts';
import type { ChangeRow } from './change-row.ts';

type Column = Exclude<keyof ChangeRow, 'announced'>;

/** In the order of the columns; titles are the names in snake_case. */
const columns = [
  ...(['changedAt', 'noticedAt', 'noticedAfter', 'revision', 'previousRevision', 'actorName', 'actorEmail'] as const),
  ...(['actorId', 'severity', 'baseSeverity', 'direction', 'path', 'before', 'after', 'added', 'removed'] as const),
  ...(['sentence', 'why', 'controlIds', 'notes', 'rule', 'quiet', 'status', 'acceptedBy', 'acceptedAs'] as const),
  ...([
    'acceptedAt',
    'tickets',
    'reasons',
    'acceptedUntil',
    'ownChange',
    'authorized',
    'revertedIn',
    'revertedAt',
    'revertedBy',
  ] as const),
  ...(['revertedAfter', 'rewritten', 'judged', 'link', 'hash', 'digest', 'previousDigest'] as const),
] satisfies readonly Column[];

/** Titles for names that are unclear without context. */
const titles: Readonly<Partial<Record<Column, string>>> = {
  controlIds: 'controls',
  link: 'evidence_link',
  hash: 'evidence_hash',
  digest: 'revision_digest',
};

function titleOf(column: Column): string {
  return titles[column] ?? column.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

// What a spreadsheet reads as the beginning of a formula, blanks before it included.
const formula = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Returns the changes as CSV (RFC 4180). No cell is a spreadsheet formula or a terminal control sequence. */
export function exportCsv(rows: readonly ChangeRow[]): string {
  const lines = rows.map((row) => columns.map((column) => listText(row[column])));
  return [columns.map(titleOf), ...lines].map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

function listText(value: ChangeRow[Column]): string {
  return Array.isArray(value) ? value.join('; ') : String(value ?? '');
}

function cellText(text: string): string {
  const shown = showHidden(text);
  const harmless = formula.test(shown) ? `'${shown}` : shown;
  return `"${harmless.replaceAll('"', '""')}"`;
}
