import type { diffControls } from '../../control-diff/diff-controls.ts';
import type { Judge } from '../../control-diff/place.ts';
import { keptWith } from '../../kernel/kept-with.ts';
import { recentValues } from '../../kernel/recent-values.ts';
import type { ControlChange } from '../control-change.ts';
import type { JsonObject } from '../json.ts';

/** Ways of judging that are kept of one pair of settings. */
const judgesMin = 2;

const judgedOf = keptWith((_before: JsonObject) =>
  keptWith((_after: JsonObject) => recentValues<readonly ControlChange[]>(judgesMin)),
);

/** The same comparison, made once for settings that stay in memory. `rules`: what it judges by, beside its arguments. */
export function keptDiff(diff: typeof diffControls, rules: object): typeof diffControls {
  const rulesKey = JSON.stringify(rules);
  function diffOnce(before: JsonObject, after: JsonObject, judge: Judge = {}): readonly ControlChange[] {
    const key = JSON.stringify([rulesKey, judge, [...(judge.lastInForce ?? [])], [...(judge.overrides ?? [])]]);
    const judged = judgedOf(before)(after);
    const changes = judged.get(key) ?? diff(before, after, judge);
    judged.set(key, changes);
    return changes;
  }
  return diffOnce;
}
