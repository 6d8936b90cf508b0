import type { ControlChange } from '../control-change.ts';
import { compareGravity } from '../gravity.ts';
import type { JsonObject } from '../json.ts';
import { changeOf } from './change-of.ts';
import { withCompounds } from './compound.ts';
import { withDormancy } from './dormancy.ts';
import { beforeInForce, findWoken } from './in-force.ts';
import type { Judge } from './judge.ts';
import { withModifiers } from './modifiers.ts';
import { withOverrides } from './overrides.ts';
import { textsAt } from './tree.ts';
import { walkSettings } from './walk-settings.ts';

/**
 * Compares two trees of enterprise settings, whose secrets are marks. Gives every difference, worst first: whatever
 * differs in canonical JSON gives at least one change, unless it is the order of a set. It is deterministic, reads no clock, and takes time linear in the size of the trees, whatever they hold.
 * CONTROLS.md says what each change means.
 */
export function diffControls(before: JsonObject, after: JsonObject, judge: Judge = {}): readonly ControlChange[] {
  const blockedModels = new Set(textsAt(after, 'modelPolicy.blockedModelIds'));
  const context = { before, after, judge, blockedModels };
  const inForce = { ...context, before: beforeInForce(context) };
  const dormantOrNot = walkSettings(inForce).map((finding) => withDormancy(finding, context));
  return withCompounds([...dormantOrNot, ...findWoken(context)], context)
    .map((finding) => withOverrides(withModifiers(finding, judge), judge))
    .map(changeOf)
    .toSorted(compareGravity);
}

/** What a row of revisions comes to: the first beside the last. Nothing for fewer than two. */
export function netEffect(
  revisions: readonly { readonly settings: JsonObject }[],
  judge: Judge = {},
): readonly ControlChange[] {
  const [first, last] = [revisions.at(0), revisions.at(-1)];
  return first === undefined || last === undefined ? [] : diffControls(first.settings, last.settings, judge);
}
