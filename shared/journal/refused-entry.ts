import { canonicalJson } from '../controls/canonical-json.ts';
import { sha256 } from '../kernel/sha256.ts';
import type { JournalEntry } from './journal-entry.ts';

/** Returns the replacement for an entry whose id is taken. Undefined for a run's: its first entry stays. */
export function refusedEntry(entry: JournalEntry): JournalEntry | undefined {
  const { id, kind, detail, runId } = entry;
  if (runId !== undefined) {
    return undefined;
  }
  const digest = sha256(canonicalJson({ kind, actor: entry.actor, detail })).slice(0, 12);
  return { ...entry, id: `${id}/refused/${digest}`, kind: 'entry-refused', subject: id, detail: { kind, detail } };
}

/** Whether two entries are equal, regardless of the order of their fields. */
export function isSameEntry(one: JournalEntry, other: JournalEntry): boolean {
  return canonicalJson({ ...one }) === canonicalJson({ ...other });
}
