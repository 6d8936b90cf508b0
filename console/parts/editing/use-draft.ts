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

type StoredRecord<Field extends string> = RecordValues<Field> & {
  readonly updatedBy?: unknown;
  readonly updatedAt?: unknown;
};

/** A record at the API; `absent` when there is none. */
export interface StoredDraft<Field extends string> {
  readonly record: StoredRecord<Field> | undefined;
  readonly version: string;
}

/** A concurrent edit of the edited record. */
export interface Conflict<Field extends string> {
  /** The present record; undefined when removed. */
  readonly theirs: StoredRecord<Field> | undefined;
  readonly fields: readonly FieldConflict<Field>[];
}

export interface DraftState<Field extends string> {
  readonly draft: Draft<Field>;
  /** The record it is compared with; undefined for a new one. */
  readonly base: Draft<Field> | undefined;
  readonly version: string;
  readonly conflict: Conflict<Field> | undefined;
  readonly setField: (field: Field, text: string) => void;
  readonly setAll: (draft: Draft<Field>) => void;
  /** Applies my changes to the present record, except in the given fields. */
  readonly rebase: (keepsTheirs: ReadonlySet<Field>) => void;
  /** Starts again from the present record. */
  readonly reset: () => void;
}

/** A draft of an edit: follows the record until changed. Then its input stays, and new differences are conflicts. */
export function useDraft<Field extends string>(form: RecordForm<Field>, stored: StoredDraft<Field>): DraftState<Field> {
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

function beganOf<Field extends string>(
  form: RecordForm<Field>,
  { record, version }: StoredDraft<Field>,
): { readonly draft: Draft<Field> | undefined; readonly version: string } {
  return { version, draft: record === undefined ? undefined : draftOf(form, record) };
}
