import { settingsNode, type RuleNode } from '../../control-diff/catalogue/catalogue.ts';
import type { CataloguePack } from '../../control-diff/catalogue/packs.ts';
import { isTree } from '../../control-diff/tree.ts';
import { nearestWord } from '../../kernel/texts/nearest-word.ts';
import { isList, type Json, type JsonObject } from '../json.ts';

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
