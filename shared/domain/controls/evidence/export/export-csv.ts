import { showHidden } from '../../../texts/hidden-letters.ts';
import type { ChangeRow } from './change-row.ts';

type Column = readonly [title: string, field: Exclude<keyof ChangeRow, 'announced'>];

const columns: readonly Column[] = [
  ['changed_at', 'changedAt'],
  ['noticed_at', 'noticedAt'],
  ['noticed_after', 'noticedAfter'],
  ['revision', 'revision'],
  ['previous_revision', 'previousRevision'],
  ['actor_name', 'actorName'],
  ['actor_email', 'actorEmail'],
  ['actor_id', 'actorId'],
  ['severity', 'severity'],
  ['base_severity', 'baseSeverity'],
  ['direction', 'direction'],
  ['path', 'path'],
  ['before', 'before'],
  ['after', 'after'],
  ['added', 'added'],
  ['removed', 'removed'],
  ['sentence', 'sentence'],
  ['why', 'why'],
  ['controls', 'controlIds'],
  ['notes', 'notes'],
  ['rule', 'rule'],
  ['quiet', 'quiet'],
  ['status', 'status'],
  ['accepted_by', 'acceptedBy'],
  ['accepted_as', 'acceptedAs'],
  ['accepted_at', 'acceptedAt'],
  ['tickets', 'tickets'],
  ['reasons', 'reasons'],
  ['accepted_until', 'acceptedUntil'],
  ['reverted_in', 'revertedIn'],
  ['reverted_at', 'revertedAt'],
  ['reverted_by', 'revertedBy'],
  ['reverted_after', 'revertedAfter'],
  ['rewritten', 'rewritten'],
  ['judged', 'judged'],
  ['evidence_link', 'link'],
  ['evidence_hash', 'hash'],
  ['revision_digest', 'digest'],
  ['previous_digest', 'previousDigest'],
];

// What a spreadsheet reads as the beginning of a formula, blanks before it included.
const formula = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** The changes as CSV (RFC 4180), a line each. No cell is a formula to a spreadsheet, or steers a terminal. */
export function exportCsv(rows: readonly ChangeRow[]): string {
  const lines = rows.map((row) => columns.map(([, field]) => listText(row[field])));
  return [columns.map(([title]) => title), ...lines].map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

function listText(value: ChangeRow[Column[1]]): string {
  return Array.isArray(value) ? value.join('; ') : String(value ?? '');
}

function cellText(text: string): string {
  const shown = showHidden(text);
  const harmless = formula.test(shown) ? `'${shown}` : shown;
  return `"${harmless.replaceAll('"', '""')}"`;
}
