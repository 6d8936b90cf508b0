import { accessRules } from './access-rules.ts';
import { commandRules } from './command-rules.ts';
import { customModelRules } from './custom-model-rules.ts';
import type { FieldRule } from './field-rule.ts';
import { furtherRules } from './further-rules.ts';
import { mcpRules } from './mcp-rules.ts';
import { modelRules } from './model-rules.ts';
import type { CataloguePack } from './packs.ts';
import { pluginRules } from './plugin-rules.ts';
import { sandboxRules } from './sandbox-rules.ts';
import { sessionRules } from './session-rules.ts';

export const catalogue: readonly FieldRule[] = [
  ...sandboxRules,
  ...commandRules,
  ...mcpRules,
  ...modelRules,
  ...customModelRules,
  ...pluginRules,
  ...accessRules,
  ...sessionRules,
];

const byField: ReadonlyMap<string, FieldRule> = new Map(catalogue.map((rule) => [rule.field, rule]));

/** Returns the rule for a field as a change names it; undefined for an undocumented field. */
export function ruleOf(field: string): FieldRule | undefined {
  return byField.get(field);
}

/** Returns a field's label, "Isolation of commands (sandbox)"; its path if the catalogue lacks it. */
export function labelOf(field: string): string {
  return byField.get(field)?.label ?? field;
}

export interface RuleNode {
  readonly rule?: FieldRule;
  readonly children: ReadonlyMap<string, RuleNode>;
  readonly members?: RuleNode;
}

const eachMember = '[]';

/** The documented settings as a tree; a node without rule and members is a plain object. */
const documentedNode: RuleNode = nodeOfRules(catalogue);
const furtherNode: RuleNode = nodeOfRules([...catalogue, ...furtherRules]);

/** Returns the settings as a tree, with the given packs. */
export function settingsNode(packs: readonly CataloguePack[] = []): RuleNode {
  return packs.includes('further-fields') ? furtherNode : documentedNode;
}

function nodeOfRules(rules: readonly FieldRule[]): RuleNode {
  return nodeOf(rules.map((rule) => ({ rule, keys: keysOf(rule.field) })));
}

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
    rule: own?.rule,
    children: new Map(nodes.filter(([key]) => key !== eachMember)),
    members,
  };
}

export function rulesUnder(node: RuleNode): readonly FieldRule[] {
  return [
    ...(node.rule === undefined ? [] : [node.rule]),
    ...(node.members === undefined ? [] : rulesUnder(node.members)),
    ...[...node.children.values()].flatMap((child) => rulesUnder(child)),
  ];
}
