import type { JsonObject } from '../../json.ts';
import type { DormantWhile, FieldRule } from '../catalogue/field-rule.ts';
import { switchStateOf } from '../compare/compare-switch.ts';
import type { Finding } from '../finding.ts';
import type { Context } from '../place.ts';
import { valueAt } from '../tree.ts';
import { assumption } from '../words/assumption.ts';

/** Why a field has no effect in these settings; undefined when it has one. */
export function dormancyOf(rule: FieldRule, settings: JsonObject): DormantWhile | undefined {
  return rule.dormantWhile?.find(({ field, states }) => {
    const state = switchStateOf(valueAt(settings, field));
    return state !== undefined && states.includes(state);
  });
}

/** Marks a change of a field that has no effect: it is recorded, but raises no alert of its own. */
export function withDormancy(finding: Finding, { after }: Context): Finding {
  const dormant = finding.rule === undefined ? undefined : dormancyOf(finding.rule, after);
  if (dormant === undefined || finding.quiet !== undefined) {
    return finding;
  }
  const effect = `Without effect while ${dormant.says}. Once that changes: ${finding.effect}`;
  const notes = [
    'Dormant: it is judged again when it comes into effect.',
    assumption(`that it has no effect while ${dormant.says}`),
    ...finding.notes,
  ];
  return { ...finding, severity: 'info', quiet: 'dormant', effect, notes };
}
