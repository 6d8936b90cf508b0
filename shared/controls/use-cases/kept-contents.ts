import type { diffControls } from '../../control-diff/diff-controls.ts';
import type { Judge } from '../../control-diff/place.ts';
import { keptWith } from '../../kernel/kept-with.ts';
import { recentValues } from '../../kernel/recent-values.ts';
import type { ControlChange } from '../control-change.ts';
import type { JsonObject } from '../json.ts';
import type { RevisionStore } from '../ports.ts';
import type { Revision } from '../revision.ts';

/** Contents are large; a page of the timeline shows fewer. */
const contentsMin = 64;

/** The same store, with the contents read last in memory: a digest's never change. Never for a proof of storage. */
export const keptContents = keptWith((store: RevisionStore): RevisionStore => {
  const contents = recentValues<Revision>(contentsMin);
  return {
    ...store,
    async read(entry, digest) {
      const key = `${entry.series}/${entry.revision}/${digest}`;
      const content = contents.get(key) ?? (await store.read(entry, digest));
      if (content !== undefined) {
        contents.set(key, content);
      }
      return content;
    },
  };
});

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
