import type { Json } from '../json.ts';
import type { ControlChange } from '../control-change.ts';
import type { EvidenceRecord, PlacedStep } from './evidence-record.ts';
import { valueText } from './value-text.ts';

const columns: readonly (readonly [title: string, of: (change: ControlChange, step: PlacedStep) => string])[] = [
  ['changed_at', (_, step) => step.updatedAt],
  ['noticed_at', (_, step) => step.place?.seenAt ?? ''],
  ['revision', (_, step) => String(step.revision)],
  ['previous_revision', (_, step) => String(step.previous?.revision ?? '')],
  ['actor_name', (_, { actor }) => actor.name ?? ''],
  ['actor_email', (_, { actor }) => actor.email ?? ''],
  ['actor_id', (_, { actor }) => actor.id ?? ''],
  ['severity', ({ severity }) => severity],
  ['direction', ({ direction }) => direction],
  ['path', ({ path }) => path],
  ['before', ({ before }) => setText(before)],
  ['after', ({ after }) => setText(after)],
  ['added', ({ added }) => added.join('; ')],
  ['removed', ({ removed }) => removed.join('; ')],
  ['sentence', ({ sentence }) => sentence],
  ['why', ({ why }) => why],
  ['controls', ({ controlIds }) => controlIds.join('; ')],
  ['notes', ({ notes }) => notes.join(' ')],
  ['rule', ({ rule }) => rule],
  ['evidence_link', (_, step) => String(step.place?.seq ?? '')],
  ['evidence_hash', (_, step) => step.place?.hash ?? ''],
  ['revision_digest', (_, step) => step.digest],
];

// What a spreadsheet reads as the beginning of a formula, blanks before it included.
const formula = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** The changes as CSV (RFC 4180), a line each. No cell is a formula to a spreadsheet. */
export function exportCsv({ steps }: EvidenceRecord): string {
  const rows = steps.flatMap((step) => step.changes.map((change) => columns.map(([, of]) => of(change, step))));
  return [columns.map(([title]) => title), ...rows].map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

function cellText(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Not set is empty, and no value is: an empty text is `""`. */
function setText(value: Json | undefined): string {
  return value === undefined ? '' : valueText(value);
}
