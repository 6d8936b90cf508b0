import { canonicalJson } from '../controls/canonical-json.ts';
import { sha256 } from '../sha256.ts';
import type { JournalEntry } from './journal-entry.ts';

/**
 * What stands in the journal of an entry whose id is taken by another: it is neither lost nor put in the place of that
 * one. Nothing for an entry of a run: a run that is done again may come to other words, and its first ones stay.
 */
export function refusedEntry(entry: JournalEntry): JournalEntry | undefined {
  const { id, kind, detail, runId } = entry;
  if (runId !== undefined) {
    return undefined;
  }
  const digest = sha256(canonicalJson({ kind, actor: entry.actor, detail })).slice(0, 12);
  return { ...entry, id: `${id}/refused/${digest}`, kind: 'entry-refused', subject: id, detail: { kind, detail } };
}

/** Whether two entries are one and the same, whatever the order of their fields. */
export function isSameEntry(one: JournalEntry, other: JournalEntry): boolean {
  return canonicalJson({ ...one }) === canonicalJson({ ...other });
}
