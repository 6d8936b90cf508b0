import { useState } from 'react';

import {
  conflictsOf,
  draftOf,
  merged,
  type Draft,
  type FieldConflict,
  type RecordForm,
  type RecordValues,
} from './record-form.ts';

/** A record with who wrote its version. */
type StoredRecord<Field extends string> = RecordValues<Field> & {
  readonly updatedBy?: unknown;
  readonly updatedAt?: unknown;
};

/** A record as it stands at the API; `absent` without one: there is none. */
export interface Stored<Field extends string> {
  readonly record: StoredRecord<Field> | undefined;
  readonly version: string;
}

/** What somebody began to edit: the record as it was then, and its version. */
interface Began<Field extends string> {
  readonly draft: Draft<Field> | undefined;
  readonly version: string;
}

/** Somebody else’s edit of what is being edited. */
export interface Conflict<Field extends string> {
  /** What stands now; undefined: it is gone. */
  readonly theirs: StoredRecord<Field> | undefined;
  readonly fields: readonly FieldConflict<Field>[];
}

export interface DraftState<Field extends string> {
  readonly draft: Draft<Field>;
  /** What it is compared with; undefined for a record that is new. */
  readonly base: Draft<Field> | undefined;
  /** The version that is edited, for the API. */
  readonly version: string;
  readonly conflict: Conflict<Field> | undefined;
  readonly setField: (field: Field, text: string) => void;
  readonly setAll: (draft: Draft<Field>) => void;
  /** Goes on from what stands now, with what I changed; in the given fields theirs stays. */
  readonly rebase: (keepsTheirs: ReadonlySet<Field>) => void;
  /** Begins again from what stands now. */
  readonly reset: () => void;
}

/**
 * The draft of an edit. What stands at the API may move meanwhile: then the draft keeps every letter, and the
 * difference is a conflict until somebody has decided. A draft without a change follows what stands.
 */
export function useDraft<Field extends string>(form: RecordForm<Field>, stored: Stored<Field>): DraftState<Field> {
  const [began, setBegan] = useState(() => beganOf(form, stored));
  const [mine, setMine] = useState<Draft<Field>>();
  const isMoved = stored.version !== began.version;
  const base = isMoved && mine === undefined ? beganOf(form, stored) : began;
  const draft = mine ?? base.draft ?? form.fresh;
  const three = {
    began: began.draft ?? form.fresh,
    theirs: draftOf(form, stored.record),
    mine: draft,
  };
  const begin = (next: Draft<Field>): void => {
    setBegan(base);
    setMine(next);
  };
  return {
    draft,
    base: base.draft,
    version: base.version,
    conflict: isMoved && mine !== undefined ? { theirs: stored.record, fields: conflictsOf(form, three) } : undefined,
    setField: (field, text) => begin({ ...draft, [field]: text }),
    setAll: begin,
    rebase(keepsTheirs) {
      setMine(merged(form, three, keepsTheirs));
      setBegan(beganOf(form, stored));
    },
    reset() {
      setBegan(beganOf(form, stored));
      setMine(undefined);
    },
  };
}

function beganOf<Field extends string>(form: RecordForm<Field>, { record, version }: Stored<Field>): Began<Field> {
  return { version, draft: record === undefined ? undefined : draftOf(form, record) };
}
