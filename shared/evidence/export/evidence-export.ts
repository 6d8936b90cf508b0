import { sha256 } from '../../kernel/sha256.ts';
import { printableJson } from '../../kernel/texts/hidden-letters.ts';
import { chainFile } from '../chain.ts';
import type { EvidenceRecord } from '../evidence-record.ts';
import { describeVerdict } from '../verify-chain.ts';
import { exportCsv } from './export-csv.ts';
import { exportHtml } from './export-html.ts';
import { reportRows, type ReportRows } from './report-rows.ts';

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

/** Returns the export as one JSON document: it holds in full what the other files shorten. */
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
