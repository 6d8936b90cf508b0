import { accessRules } from './access-rules.ts';
import { commandRules } from './command-rules.ts';
import { customModelRules } from './custom-model-rules.ts';
import type { FieldRule } from './field-rule.ts';
import { mcpRules } from './mcp-rules.ts';
import { modelRules } from './model-rules.ts';
import { pluginRules } from './plugin-rules.ts';
import { sandboxRules } from './sandbox-rules.ts';
import { sessionRules } from './session-rules.ts';

/** Every documented control, by theme. */
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

/** The rule for a field as a change names it; none for a field that the document does not show. */
export function ruleOf(field: string): FieldRule | undefined {
  return byField.get(field);
}

/** A field in words: "Isolation of commands (sandbox)". A field that the catalogue lacks is named by its path. */
export function labelOf(field: string): string {
  return byField.get(field)?.label ?? field;
}
