import { sha256 } from '../../sha256.ts';
import { chainFile } from './chain.ts';
import type { EvidenceRecord, PlacedStep } from './evidence-record.ts';
import { exportCsv } from './export-csv.ts';
import { exportHtml } from './export-html.ts';
import type { JsonObject } from '../json.ts';
import type { ControlChange } from '../control-change.ts';
import type { Actor } from '../revision.ts';
import { describeVerdict } from './describe-chain.ts';

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

/** The export as one complete JSON document: it holds in full what the other files shorten. */
function exportJson(record: EvidenceRecord): string {
  const { period, controlIds, exportedAt, verdict, steps, links } = record;
  const document: JsonObject = {
    format: 'curfew-evidence-export/1',
    period: { from: period.from, through: period.through },
    controlIds: [...controlIds],
    exportedAt,
    chain: {
      verdict: verdict.kind,
      description: describeVerdict(verdict),
      head: verdict.kind === 'whole' && verdict.head !== undefined ? { ...verdict.head } : null,
      links: links.length,
      firstLink: links[0]?.seq ?? null,
      lastLink: links.at(-1)?.seq ?? null,
    },
    changes: steps.flatMap((step) => step.changes.map((change) => changeDocument(change, step))),
    events: links
      .filter(({ kind }) => kind !== 'revision' && kind !== 'run')
      .map(({ seq, at, kind, body, hash }) => ({ seq, at, kind, body, hash })),
    runs: links.filter(({ kind }) => kind === 'run').length,
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function changeDocument(change: ControlChange, { place, ...step }: PlacedStep): JsonObject {
  const { before = null, after = null, quiet = null, ...rest } = change;
  return {
    revision: step.revision,
    previousRevision: step.previous?.revision ?? null,
    changedAt: step.updatedAt,
    noticedAt: place?.seenAt ?? null,
    actor: actorDocument(step.actor),
    ...rest,
    before,
    after,
    wasSet: change.before !== undefined,
    isSet: change.after !== undefined,
    quiet,
    evidence: {
      link: place?.seq ?? null,
      hash: place?.hash ?? null,
      recordedAt: place?.recordedAt ?? null,
      digest: step.digest,
    },
  };
}

function actorDocument({ id, email, name }: Actor): JsonObject {
  return { id: id ?? null, email: email ?? null, name: name ?? null };
}
