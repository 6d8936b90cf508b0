import { sha256 } from '../../sha256.ts';
import { chainFile } from './chain.ts';
import type { EvidenceRecord } from './evidence-record.ts';
import { exportCsv } from './export-csv.ts';
import { exportHtml } from './export-html.ts';
import { exportJson } from './export-json.ts';

/** A file as a value; the caller decides where to write it. */
export interface ExportFile {
  readonly name: string;
  readonly text: string;
}

/** The name of the manifest: `sha256sum -c` checks every other file by it. */
export const manifestName = 'SHA256SUMS';

/**
 * The evidence of a period as files: the changes as JSON, CSV and HTML, the links of the chain, and a manifest with the
 * SHA-256 of each and the head of the chain. The same record gives the same files, to the letter.
 */
export function evidenceExport(record: EvidenceRecord): readonly ExportFile[] {
  const files: readonly ExportFile[] = [
    { name: 'report.html', text: exportHtml(record) },
    { name: 'changes.csv', text: exportCsv(record) },
    { name: 'changes.json', text: exportJson(record) },
    { name: 'chain.txt', text: chainFile(record.links) },
  ];
  return [...files, { name: manifestName, text: manifest(files, record) }];
}

function manifest(files: readonly ExportFile[], { verdict }: EvidenceRecord): string {
  const head = verdict.kind === 'whole' ? verdict.head : undefined;
  const remark =
    verdict.kind === 'whole'
      ? `evidence chain: ${head === undefined ? 'no link yet' : `head is link ${head.seq}, hash ${head.hash}`}`
      : `evidence chain: broken at link ${verdict.seq} (${verdict.reason})`;
  return `# ${remark}\n${files.map(({ name, text }) => `${sha256(text)}  ${name}\n`).join('')}`;
}
