import type { JsonObject } from '../json.ts';
import type { ControlChange } from '../control-change.ts';
import type { Actor } from '../revision.ts';
import { describeVerdict } from './describe-chain.ts';
import type { EvidenceRecord, PlacedStep } from './evidence-record.ts';

/** The export as one complete JSON document: it holds in full what the other files shorten. */
export function exportJson(record: EvidenceRecord): string {
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
