import { type RuleNode, settingsNode } from '../control-diff/catalogue/catalogue.ts';
import type { CataloguePack } from '../control-diff/catalogue/packs.ts';
import { isTree } from '../control-diff/tree.ts';
import { nearestWord } from '../kernel/texts/nearest-word.ts';
import { compareSeverity, isAtLeast, severities, type Severity } from '../notifications/severity.ts';
import type { ControlChange } from './control-change.ts';
import { isList, type Json, type JsonObject } from './json.ts';

/** The lowest severity that fails a proposal; `never` fails none. */
export type FailOn = Severity | 'never';

/** The default: ambiguous changes and undocumented fields need a review. */
export const failOnUsual: FailOn = 'medium';

interface Verdict {
  readonly worst: Severity | null;
  readonly counts: Readonly<Record<Severity, number>>;
  readonly held: boolean;
}

type JudgedChange = Pick<ControlChange, 'direction' | 'severity'> & { readonly quiet?: string | null };

export function isOpening({ direction, quiet }: JudgedChange): boolean {
  return direction !== 'tightened' && (quiet === undefined || quiet === null);
}

/** Judges a proposal by its changes: those that tighten, or have no effect, never fail it. */
export function verdictOn(changes: readonly JudgedChange[], failOn: FailOn): Verdict {
  const opening = changes.filter(isOpening).map(({ severity }) => severity);
  const worst = opening.toSorted(compareSeverity)[0] ?? null;
  const countOf = (wanted: Severity): number => opening.filter((severity) => severity === wanted).length;
  return {
    worst,
    counts: Object.fromEntries(severities.map((severity) => [severity, countOf(severity)])) as Verdict['counts'],
    held: worst !== null && failOn !== 'never' && isAtLeast(worst, failOn),
  };
}

export interface SettingsProblem {
  readonly path: string;
  readonly problem: string;
}

const problemsMax = 50;

/** Returns undocumented fields, with the nearest documented one, except those in `known`. */
export function undocumentedFields(
  settings: JsonObject,
  known: JsonObject = {},
  packs: readonly CataloguePack[] = [],
): readonly SettingsProblem[] {
  return within(settingsNode(packs), settings, { known, path: '' }).slice(0, problemsMax);
}

/** Returns the names of the documented settings, for a text that contains no setting. */
export function documentedSettings(): readonly string[] {
  return [...settingsNode().children.keys()];
}

function within(
  node: RuleNode,
  value: Json | undefined,
  { known, path }: { readonly known: Json | undefined; readonly path: string },
): readonly SettingsProblem[] {
  if (node.members !== undefined && isList(value)) {
    const { members } = node;
    const others = isList(known) ? known : [];
    return value.flatMap((each, index) => within(members, each, { known: others[index], path: `${path}[]` }));
  }
  if (!isTree(value) || node.children.size === 0) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const there = isTree(known) ? known[key] : undefined;
    const child = node.children.get(key);
    return child === undefined
      ? there === undefined
        ? [{ path: at, problem: problemOf(key, node) }]
        : []
      : within(child, inner, { known: there, path: at });
  });
}

function problemOf(key: string, { children }: RuleNode): string {
  const names = [...children.keys()];
  const nearest = nearestWord(key, names);
  const instead = nearest === undefined ? `documented here: ${names.join(', ')}` : `did you mean ${nearest}?`;
  return `is no documented setting; ${instead}`;
}
