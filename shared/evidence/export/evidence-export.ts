import { sha256 } from '../../kernel/sha256.ts';
import { formulaStart } from '../../kernel/texts/formula-start.ts';
import { printableJson, showHidden } from '../../kernel/texts/hidden-letters.ts';
import { chainFile } from '../chain.ts';
import type { EvidenceRecord } from '../evidence-record.ts';
import { describeVerdict } from '../verify-chain.ts';
import type { ChangeRow } from './change-row.ts';
import { exportHtml } from './export-html.ts';
import { reportRows, type ReportRows } from './report-rows.ts';

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

const titles: Readonly<Partial<Record<Column, string>>> = {
  controlIds: 'controls',
  link: 'evidence_link',
  hash: 'evidence_hash',
  digest: 'revision_digest',
};

function titleOf(column: Column): string {
  return titles[column] ?? column.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

const formula = new RegExp(`^${formulaStart}`, 'u');

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

export interface ExportFile {
  readonly name: string;
  readonly text: string;
}

/** The manifest's name: `sha256sum -c` checks every other file by it. */
const manifestName = 'SHA256SUMS';

/**
 * Returns the evidence of a period as files: the changes as JSON, CSV and HTML, the settings, the links of the chain,
 * the caller's files, and a manifest with the SHA-256 of each and the head of the chain. The same record gives
 * identical files.
 */
export function evidenceExport(
  record: EvidenceRecord,
  added: readonly ExportFile[] = [],
): { readonly files: readonly ExportFile[]; readonly changes: number } {
  const rows = reportRows(record);
  const files: readonly ExportFile[] = [
    { name: 'report.html', text: exportHtml(rows) },
    { name: 'changes.csv', text: exportCsv(rows.changes) },
    { name: 'changes.json', text: exportJson(record, rows) },
    { name: 'revisions.txt', text: record.contents.map(({ digest, text }) => `${digest}  ${text}\n`).join('') },
    { name: 'chain.txt', text: chainFile(record.links) },
    ...added,
  ];
  return { files: [...files, { name: manifestName, text: manifest(files, record) }], changes: rows.changes.length };
}

function manifest(files: readonly ExportFile[], { verdict }: EvidenceRecord): string {
  const head = verdict.kind === 'whole' ? verdict.head : undefined;
  const remark =
    verdict.kind === 'whole'
      ? `evidence chain: ${head === undefined ? 'no link yet' : `head is link ${head.seq}, hash ${head.hash}`}`
      : `evidence chain: broken at link ${verdict.seq} (${verdict.reason})`;
  return `# ${remark}\n${files.map(({ name, text }) => `${sha256(text)}  ${name}\n`).join('')}`;
}

function exportJson({ period, filter, exportedAt, origin, verdict, links }: EvidenceRecord, rows: ReportRows): string {
  const document = {
    format: 'curfew-evidence-export/3',
    period,
    filter,
    exportedAt,
    origin,
    chain: {
      verdict: verdict.kind,
      description: describeVerdict(verdict),
      head: verdict.kind === 'whole' ? (verdict.head ?? null) : null,
      links: links.length,
      firstLink: links[0]?.seq ?? null,
      lastLink: links.at(-1)?.seq ?? null,
    },
    ...rows,
    // Their indexes among the changes.
    loosenings: rows.loosenings.map((row) => rows.changes.indexOf(row)),
  };
  return printableJson(document);
}
