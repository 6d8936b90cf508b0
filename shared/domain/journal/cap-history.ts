import type { JournalEntry, JournalKind, JournalValue } from './journal-entry.ts';

/** The outcome of one change of a user's limit, read from the journal. */
export interface CapChange {
  /** ISO instant. */
  readonly at: string;
  readonly runId: string | undefined;
  readonly outcome: 'done' | 'failed' | 'unknown';
  /** Absent when there was no limit before. */
  readonly fromCredits?: number;
  readonly toCredits: number;
  readonly reason: string;
  /** The budget that decided, such as `default month`; absent when the limit was lifted. */
  readonly budget?: string;
}

const outcomes: ReadonlyMap<JournalKind, CapChange['outcome']> = new Map<JournalKind, CapChange['outcome']>([
  ['cap-changed', 'done'],
  ['cap-failed', 'failed'],
  ['cap-unknown', 'unknown'],
]);

/** The kinds of entries that record changes of limits. */
export const capChangeKinds: readonly JournalKind[] = [...outcomes.keys()];

/** The changes of one user's limit among entries, in the order of the entries. */
export function capChangesIn(entries: readonly JournalEntry[], userId: string): readonly CapChange[] {
  return entries.flatMap((entry) => {
    const outcome = entry.subject === userId ? outcomes.get(entry.kind) : undefined;
    const { from, to, reason, binding } = entry.detail;
    if (outcome === undefined || typeof to !== 'number') {
      return [];
    }
    const budget = budgetIn(binding);
    return [
      {
        at: entry.at,
        runId: entry.runId,
        outcome,
        ...(typeof from === 'number' && { fromCredits: from }),
        toCredits: to,
        reason: typeof reason === 'string' ? reason : 'none given',
        ...(budget !== undefined && { budget }),
      },
    ];
  });
}

function budgetIn(binding: JournalValue | undefined): string | undefined {
  if (typeof binding !== 'object' || binding === null || !('scope' in binding)) {
    return undefined;
  }
  const { scope, window } = binding;
  return typeof scope === 'string' && typeof window === 'string' ? `${scope} ${window}` : undefined;
}
