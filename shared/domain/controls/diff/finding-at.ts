import { fieldKindOf } from './catalogue/field-rule.ts';
import type { Finding, Verdict } from './finding.ts';
import type { Place } from './place.ts';
import { describeValue } from './words/describe-value.ts';

/** Makes a finding of a verdict on a place. */
export function findingAt(place: Place, verdict: Verdict): Finding {
  const { rule, path, before, after } = place;
  return {
    path,
    field: rule.field,
    rule,
    kind: fieldKindOf(rule.shape),
    before,
    after,
    was: describeValue(before),
    is: describeValue(after),
    added: [],
    removed: [],
    notes: [],
    reaching: [],
    isBreadthWeighed: false,
    isActorProfiting: false,
    isReachJudged: false,
    ...verdict,
  };
}

/** A difference in spelling only: it is recorded, but raises no alert of its own. */
export function formatOnlyAt(place: Place): Finding {
  return findingAt(place, {
    direction: 'changed',
    severity: 'info',
    effect: `${place.rule.label}: written differently, with the same meaning.`,
    quiet: 'format-only',
  });
}
