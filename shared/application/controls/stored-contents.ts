import { revisionText } from '../../domain/controls/history/revision-entry.ts';
import { sha256 } from '../../domain/sha256.ts';
import type { RevisionStore } from './ports.ts';
import type { RevisionContents } from './verify-controls.ts';

/** The stored revisions, each by the digest that its content has now. */
export function storedContents(revisions: RevisionStore): RevisionContents {
  return {
    async digestOf({ series, revision, digest }) {
      const content = await revisions.read({ series, revision }, digest);
      return content === undefined ? undefined : sha256(revisionText(content));
    },
  };
}
