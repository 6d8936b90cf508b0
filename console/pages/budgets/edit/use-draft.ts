import { useState } from 'react';

import { conflictsOf, draftOf, freshDraft, merged, type Draft, type DraftField, type FieldConflict } from './draft.ts';
import type { BudgetRow } from '../budget-row.ts';

/** What somebody began to edit: the budget as it was then, and its version. */
interface Began {
  readonly row: BudgetRow | undefined;
  readonly draft: Draft | undefined;
  readonly version: string;
}

/** A budget as it stands at the door; `absent` without a row: there is none. */
export interface Standing {
  readonly row: BudgetRow | undefined;
  readonly version: string;
}

/** Somebody else’s edit of what is being edited. */
export interface Conflict {
  /** What stands now; undefined: it is gone. */
  readonly theirs: BudgetRow | undefined;
  readonly fields: readonly FieldConflict[];
}

export interface DraftState {
  readonly draft: Draft;
  /** What it is compared with; undefined for a budget that is new. */
  readonly base: Draft | undefined;
  /** The version that is edited, for the door. */
  readonly version: string;
  readonly conflict: Conflict | undefined;
  readonly setField: (field: DraftField, text: string) => void;
  readonly setAll: (draft: Draft) => void;
  /** Goes on from what stands now, with what I changed; in the given fields theirs stays. */
  readonly rebase: (keepsTheirs: ReadonlySet<DraftField>) => void;
  /** Begins anew from what stands now. */
  readonly reset: () => void;
}

/**
 * The draft of an edit. What stands at the door may move meanwhile: then the draft keeps every letter, and the
 * difference is a conflict until somebody has decided. A draft without a change follows what stands.
 */
export function useDraft(standing: Standing): DraftState {
  const [began, setBegan] = useState(() => beganOf(standing));
  const [mine, setMine] = useState<Draft>();
  const isMoved = standing.version !== began.version;
  const base = isMoved && mine === undefined ? beganOf(standing) : began;
  const draft = mine ?? base.draft ?? freshDraft;
  const now = draftOf(standing.row ?? {});
  const begin = (next: Draft): void => {
    setBegan(base);
    setMine(next);
  };
  const reset = (): void => {
    setBegan(beganOf(standing));
    setMine(undefined);
  };
  return {
    draft,
    base: base.draft,
    version: base.version,
    conflict:
      isMoved && mine !== undefined
        ? { theirs: standing.row, fields: conflictsOf(began.draft ?? freshDraft, now, mine) }
        : undefined,
    setField: (field, text) => begin({ ...draft, [field]: text }),
    setAll: begin,
    rebase(keepsTheirs) {
      setMine(merged(began.draft ?? freshDraft, now, { mine: draft, keepsTheirs }));
      setBegan(beganOf(standing));
    },
    reset,
  };
}

function beganOf({ row, version }: Standing): Began {
  return { row, version, draft: row === undefined ? undefined : draftOf(row) };
}
