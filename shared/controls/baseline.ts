import { compareText } from '../kernel/texts/compare-text.ts';
import { dayText } from '../kernel/time/day.ts';
import type { ControlChange } from './control-change.ts';
import { canonicalJson, type Json, type JsonObject } from './json.ts';

export type BaselineSource =
  | { readonly kind: 'revision'; readonly revision: number }
  | { readonly kind: 'file'; readonly name: string };

/** Approved settings that those in force are compared with. Marks replace their secrets. */
export interface Baseline {
  readonly settings: JsonObject;
  readonly source: BaselineSource;
  readonly approvedBy: string;
  readonly approvedAt: string;
}

export function describeBaseline({ source, approvedBy, approvedAt }: Omit<Baseline, 'settings'>): string {
  const from = source.kind === 'revision' ? `revision ${source.revision}` : `the file ${source.name}`;
  return `${from}, approved by ${approvedBy} on ${dayText(approvedAt.slice(0, 10))}`;
}

export type DiffSettings = (before: JsonObject, after: JsonObject) => readonly ControlChange[];

export interface Deviation {
  readonly path: string;
  readonly changes: readonly ControlChange[];
  /** `new`: not seen in the last comparison. `standing`: seen then as well. `fixed`: approved values again. */
  readonly standing: 'new' | 'standing' | 'fixed';
  readonly since: string;
  /** The deviation persists and has changed since the last comparison: a list that grew further. */
  readonly hasMoved: boolean;
}

/**
 * Compares settings with the approved ones. Returns a deviation for each path that differs, and one for each that no
 * longer does, sorted by path. Another spelling of the same value is no deviation. A newly approved baseline fixes the
 * deviations that it accepts.
 */
export function compareWithBaseline(
  baseline: Baseline,
  settings: JsonObject,
  { diff, previous, at }: { readonly diff: DiffSettings; readonly previous: readonly Deviation[]; readonly at: string },
): readonly Deviation[] {
  const changes = diff(baseline.settings, settings).filter(({ quiet }) => quiet !== 'format-only');
  const before = new Map(previous.filter(({ standing }) => standing !== 'fixed').map((each) => [each.path, each]));
  const now = [...Map.groupBy(changes, ({ path }) => path)].map(([path, own]) =>
    deviation(own, before.get(path), { path, at }),
  );
  const paths = new Set(now.map(({ path }) => path));
  const fixed = [...before.values()].filter(({ path }) => !paths.has(path));
  return [...now, ...fixed.map((each): Deviation => ({ ...each, standing: 'fixed', hasMoved: false }))].toSorted(
    (a, b) => compareText(a.path, b.path),
  );
}

function deviation(
  changes: readonly ControlChange[],
  known: Deviation | undefined,
  { path, at }: { readonly path: string; readonly at: string },
): Deviation {
  if (known === undefined) {
    return { path, changes, standing: 'new', since: at, hasMoved: false };
  }
  const hasMoved = outcomeOf(changes) !== outcomeOf(known.changes);
  return { path, changes, standing: 'standing', since: known.since, hasMoved };
}

/** Only the values: wording and severity may change with the rules. */
function outcomeOf(changes: readonly ControlChange[]): string {
  return canonicalJson(
    changes.map(({ before, after }): Json[] => [
      ...(before === undefined ? [] : [{ before }]),
      ...(after === undefined ? [] : [{ after }]),
    ]),
  );
}
