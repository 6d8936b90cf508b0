import type { ControlChange } from '../control-change.ts';
import type { Json } from '../json.ts';
import { isTooDeep, isUnset } from './tree.ts';
import type { Finding } from './finding.ts';

/** Writes a finding up for everybody else: with its sentence, its reasons and its rule. */
export function changeOf(finding: Finding): ControlChange {
  const { rule, path, field, kind, direction, severity, baseSeverity, added, removed, quiet } = finding;
  const isDeep = isTooDeep(finding.before) || isTooDeep(finding.after);
  return {
    path,
    field,
    kind,
    direction,
    severity,
    ...(baseSeverity === undefined || baseSeverity === severity ? {} : { baseSeverity }),
    ...shown('before', isDeep ? undefined : finding.before),
    ...shown('after', isDeep ? undefined : finding.after),
    added,
    removed,
    sentence: `${finding.effect} Before: ${wordsOf(finding, 'before')}. Now: ${wordsOf(finding, 'after')}.`,
    why: rule?.why ?? '',
    remedy: rule?.remedy ?? '',
    controlIds: rule?.controlIds ?? [],
    notes: [
      ...finding.notes,
      ...assumptionsOf(finding),
      ...(isDeep ? ['The values nest too deeply to be shown.'] : []),
    ],
    rule: `${field}/${rule?.version ?? 1}`,
    ...(quiet === undefined ? {} : { quiet }),
  };
}

/** What a list lets through is documented well enough but for an empty and a missing one. */
function assumptionsOf({ rule, quiet, isReachJudged }: Finding): readonly string[] {
  const isUsed = quiet !== 'format-only' && (rule?.shape.kind !== 'set' || isReachJudged);
  return rule?.assumed !== undefined && isUsed ? [`Assumed, not documented: ${rule.assumed}.`] : [];
}

function shown<Key extends 'before' | 'after'>(key: Key, value: Json | undefined): Partial<Record<Key, Json>> {
  return value === undefined ? {} : ({ [key]: value } as Record<Key, Json>);
}

function wordsOf({ rule, before, after, was, is }: Finding, side: 'before' | 'after'): string {
  const [value, words] = side === 'before' ? [before, was] : [after, is];
  return isUnset(value) && words === 'not set' && rule?.whenUnset !== undefined ? `not set (${rule.whenUnset})` : words;
}
