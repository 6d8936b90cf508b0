import { catalogue } from './catalogue.ts';
import type { FieldRule } from './field-rule.ts';

/** The catalogue in the shape of the settings. */
export interface RuleNode {
  readonly rule?: FieldRule;
  readonly children: ReadonlyMap<string, RuleNode>;
  /** For a keyed list: what is known of each member. */
  readonly members?: RuleNode;
}

const eachMember = '[]';

/** The documented settings as a tree; a node without rule and members is a plain object. */
export const settingsNode: RuleNode = nodeOf(catalogue.map((rule) => ({ rule, keys: keysOf(rule.field) })));

interface Planted {
  readonly rule: FieldRule;
  readonly keys: readonly string[];
}

/** `customModels[].baseUrl` → `customModels`, `[]`, `baseUrl`. */
function keysOf(field: string): readonly string[] {
  return field.replaceAll(eachMember, `.${eachMember}`).split('.');
}

function nodeOf(planted: readonly Planted[]): RuleNode {
  const own = planted.find(({ keys }) => keys.length === 0);
  const groups = Map.groupBy(
    planted.filter(({ keys }) => keys.length > 0),
    ({ keys }) => keys[0] ?? '',
  );
  const nodes = [...groups].map(([key, group]): [string, RuleNode] => [
    key,
    nodeOf(group.map(({ rule, keys }) => ({ rule, keys: keys.slice(1) }))),
  ]);
  const members = nodes.find(([key]) => key === eachMember)?.[1];
  return {
    ...(own === undefined ? {} : { rule: own.rule }),
    children: new Map(nodes.filter(([key]) => key !== eachMember)),
    ...(members === undefined ? {} : { members }),
  };
}

/** All rules under a node. */
export function rulesUnder(node: RuleNode): readonly FieldRule[] {
  return [
    ...(node.rule === undefined ? [] : [node.rule]),
    ...(node.members === undefined ? [] : rulesUnder(node.members)),
    ...[...node.children.values()].flatMap((child) => rulesUnder(child)),
  ];
}
