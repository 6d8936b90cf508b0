import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { plainBeside, type GrantedKind } from '../../domain/records/record-kind.ts';
import { StaleRecordError, type Author } from './ports.ts';

/** What Curfew notes beside the terms of a record that is granted for a limited time. */
interface Granted {
  readonly id: string;
  /** ISO instant at which somebody ended it before its time. */
  readonly endedAt?: string;
  /** Counts its edits from 1; an edit on a stale version is refused. */
  readonly version: number;
}

/** `unchanged`: it had ended before. `stale`: somebody changed it at this moment; look and try again. */
export type EndOutcome<Record> =
  | { readonly kind: 'ended'; readonly grant: Record }
  | { readonly kind: 'unchanged'; readonly grant: Record }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'stale'; readonly problem: string };

/** A record as it is once somebody has ended it. */
export function endedGrant<Record extends Granted>(before: Record, author: Author): Record {
  return { ...before, endedAt: author.at, version: before.version + 1 };
}

/** Ends a record before its time. `put` writes it with its journal entry, and raises StaleRecordError. */
export async function endGranted<Record extends Granted>(
  before: Record | undefined,
  author: Author,
  put: (ended: Record) => Promise<void>,
): Promise<EndOutcome<Record>> {
  if (before === undefined || before.endedAt !== undefined) {
    return before === undefined ? { kind: 'not-there' } : { kind: 'unchanged', grant: before };
  }
  const grant = endedGrant(before, author);
  try {
    await put(grant);
    return { kind: 'ended', grant };
  } catch (error) {
    if (!(error instanceof StaleRecordError)) {
      throw error;
    }
    return { kind: 'stale', problem: `${error.message}: somebody else changed it meanwhile; look and try again` };
  }
}

/** The journal entry of a record that was added or ended: who did it, and what was granted. */
export function grantedEntry<Key, Terms extends Key>(
  kind: GrantedKind<Key, Terms>,
  { id, version, endedAt }: Granted,
  { terms, author }: { readonly terms: Terms; readonly author: Author },
): JournalEntry {
  const what = endedAt === undefined ? 'added' : 'ended';
  return {
    // Two people who end the same record at once are distinguished by what they would write.
    id: `${kind.name}/${id}/${what}/${author.name}`,
    at: author.at,
    kind: `${kind.name}-${what}`,
    actor: author.name,
    subject: kind.subject(terms),
    detail: { grant: id, ...plainBeside(kind, terms), version },
  };
}
