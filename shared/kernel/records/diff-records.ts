import { diffTerms, keyText, type RecordKind, type Stamp } from './record-kind.ts';

export type RecordChange<Terms> =
  | { readonly kind: 'add'; readonly after: Terms }
  | { readonly kind: 'change'; readonly before: Terms & Stamp; readonly after: Terms }
  | { readonly kind: 'remove'; readonly before: Terms & Stamp };

export interface RecordPlan<Terms> {
  readonly changes: readonly RecordChange<Terms>[];
  readonly unchanged: number;
  /** Records that the list does not name and that stay, because removals were not requested. */
  readonly unnamed: readonly (Terms & Stamp)[];
}

/** Completes wanted terms: a current record keeps its fields that the list leaves open (`unsaid`, by index). */
export function wantedTerms<Key, Terms extends Key, Wanted extends Key>(
  kind: RecordKind<Key, Terms>,
  { current, wanted }: { readonly current: readonly (Terms & Stamp)[]; readonly wanted: readonly Wanted[] },
  unsaid: readonly (readonly string[])[],
): readonly Wanted[] {
  const known = new Map(current.map((record) => [keyText(kind, record), termsIn(record)]));
  return wanted.map((terms, index) => {
    const before = known.get(keyText(kind, terms));
    const kept = new Set(unsaid[index]);
    if (before === undefined || kept.size === 0) {
      return terms;
    }
    const said = Object.entries(terms as object).filter(([name]) => !kept.has(name));
    const own = Object.entries(before as object).filter(([name]) => kept.has(name));
    return Object.fromEntries([...said, ...own]) as Wanted;
  });
}

/** Compares wanted records, each named at most once, with the current ones. Removes only when pruning. */
export function diffRecords<Key, Terms extends Key>(
  kind: RecordKind<Key, Terms>,
  { current, wanted }: { readonly current: readonly (Terms & Stamp)[]; readonly wanted: readonly Terms[] },
  { prune }: { readonly prune: boolean },
): RecordPlan<Terms> {
  const known = new Map(current.map((record) => [keyText(kind, record), record]));
  const named = new Set(wanted.map((terms) => keyText(kind, terms)));
  const unnamed = [...known]
    .filter(([key]) => !named.has(key))
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([, record]) => record);
  const changes = wanted.flatMap((terms) => diffRecord(kind, known.get(keyText(kind, terms)), terms));
  return {
    changes: [
      ...changes.filter((change) => change.kind === 'add'),
      ...changes.filter((change) => change.kind === 'change'),
      ...(prune ? unnamed.map((before) => ({ kind: 'remove', before }) as const) : []),
    ],
    unchanged: wanted.length - changes.length,
    unnamed: prune ? [] : unnamed,
  };
}

/** Returns the change, if any, that turns one record into the wanted one. */
export function diffRecord<Key, Terms extends Key>(
  kind: RecordKind<Key, Terms>,
  before: (Terms & Stamp) | undefined,
  after: Terms,
): readonly RecordChange<Terms>[] {
  if (before === undefined) {
    return [{ kind: 'add', after }];
  }
  return diffTerms(kind, termsIn(before), termsIn(after)).length === 0 ? [] : [{ kind: 'change', before, after }];
}

export function changed<Terms>(change: RecordChange<Terms>): Terms {
  return change.kind === 'remove' ? termsIn(change.before) : change.after;
}

export function termsIn<Terms>(record: Terms | (Terms & Stamp)): Terms {
  const { version: _version, updatedBy: _by, updatedAt: _at, ...terms } = record as Terms & Stamp;
  return terms as Terms;
}
