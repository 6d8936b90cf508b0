import { revisionText, type RevisionEntry } from '../../shared/controls/history/revision-entry.ts';
import type { Revision } from '../../shared/controls/revision.ts';
import { sha256 } from '../../shared/kernel/sha256.ts';

export function aRevision(revision: number, over: Partial<Revision> = {}): Revision {
  return {
    revision,
    settings: { level: revision },
    problems: [],
    actor: { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' },
    updatedAt: `2026-03-01T08:${String(revision % 60).padStart(2, '0')}:00.000Z`,
    ...over,
  };
}

/** The entry of a revision that was served with these contents, one after the other. */
export function anEntry(contents: readonly [Revision, ...Revision[]], series = 1): RevisionEntry {
  const [{ revision }] = contents;
  return {
    series,
    revision,
    versions: contents.map((content) => ({
      digest: sha256(revisionText(content)),
      seenAt: '2026-03-02T08:00:00.000Z',
      actor: content.actor,
      updatedAt: content.updatedAt,
    })),
  };
}
