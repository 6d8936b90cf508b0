import type { ControlChange } from '../controls/control-change.ts';
import type { Json, JsonObject } from '../controls/json.ts';
import { valueText } from '../controls/secret-mark.ts';

export interface RecordedChange extends Omit<ControlChange, 'before' | 'after' | 'remedy' | 'announced' | 'assumed'> {
  /** Canonical JSON or the mark of a secret, shortened; absent when not set. */
  readonly before?: string;
  readonly after?: string;
  /** The announcement that covers it; the announcement's own links have its `id`. */
  readonly announced?: { readonly id: string; readonly ticket: string };
}

const charsMax = 2_000;
const nameCharsMax = 300;
const namesMax = 100;

/** Returns a change as links record it. The full settings are in the revision, whose digest the link contains. */
export function recordedChange(change: ControlChange): RecordedChange {
  const { before, after, baseSeverity, quiet, announced } = change;
  return {
    path: shortened(change.path),
    field: shortened(change.field),
    kind: change.kind,
    direction: change.direction,
    severity: change.severity,
    baseSeverity,
    ...recordedValue('before', before),
    ...recordedValue('after', after),
    added: namesOf(change.added),
    removed: namesOf(change.removed),
    sentence: shortened(change.sentence),
    why: shortened(change.why),
    controlIds: change.controlIds,
    notes: change.notes.map((note) => shortened(note)),
    rule: shortened(change.rule),
    quiet,
    announced: announced === undefined ? undefined : { id: announced.id, ticket: announced.ticket },
  };
}

function recordedValue<Name extends 'after' | 'before'>(name: Name, value: Json | undefined) {
  return value === undefined ? {} : ({ [name]: shortened(valueText(value)) } as Partial<Record<Name, string>>);
}

function namesOf(names: readonly string[]): readonly string[] {
  const more = names.length - namesMax;
  const first = names.slice(0, namesMax).map((name) => shortened(name, nameCharsMax));
  return more > 0 ? [...first, `… and ${more} more`] : first;
}

function shortened(text: string, max = charsMax): string {
  return text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text.toWellFormed();
}

/** In characters; a table takes items of 400 KB, and a character takes up to three bytes and escapes. */
const partCharsMax = 60_000;
const changesMax = 5_000;

/** Splits the changes of a revision, worst first, into parts that fit one link each; at least one, possibly empty. */
export function partsOfChanges(changes: readonly ControlChange[]): readonly (readonly RecordedChange[])[] {
  const parts: RecordedChange[][] = [[]];
  let chars = 0;
  for (const change of changes.slice(0, changesMax)) {
    const recorded = recordedChange(change);
    const { length } = JSON.stringify(recorded);
    if (chars > 0 && chars + length > partCharsMax) {
      parts.push([]);
      chars = 0;
    }
    parts.at(-1)?.push(recorded);
    chars += length;
  }
  return parts;
}

export function changesBody(changes: readonly RecordedChange[]): readonly JsonObject[] {
  return changes.map((change) => ({ ...change }));
}
