import { labelOf } from '../../control-diff/catalogue/catalogue.ts';
import type { ControlChange } from '../control-change.ts';
import { canonicalJson } from '../json.ts';
import { actorKey, nameOfActor, type Finding, type Step } from './finding.ts';

/** An edit that undoes another person's within this time may have been made on a stale page. */
const withinMs = 30 * 60_000;

/** Finds edits that undo, within minutes, what another person had just changed, perhaps without knowing. */
export function findOverwritten(steps: readonly Step[]): readonly Finding[] {
  return steps.flatMap((step, at) => {
    const earlier = steps.slice(Math.max(0, at - stepsMax), at).findLast((each) => isOverwritten(each, step));
    return earlier === undefined ? [] : [describe(earlier, step)];
  });
}

const stepsMax = 10;

function isOverwritten(earlier: Step, later: Step): boolean {
  const [one, other] = [actorKey(earlier.revision.actor), actorKey(later.revision.actor)];
  const apartMs = Date.parse(later.revision.updatedAt) - Date.parse(earlier.revision.updatedAt);
  return (
    one !== undefined &&
    other !== undefined &&
    one !== other &&
    apartMs >= 0 &&
    apartMs <= withinMs &&
    undone(earlier, later).length > 0
  );
}

function undone(earlier: Step, later: Step): readonly ControlChange[] {
  return earlier.changes.filter(
    (change) => change.quiet === undefined && later.changes.some((each) => isInverse(change, each)),
  );
}

function isInverse(change: ControlChange, later: ControlChange): boolean {
  const isBack = (a: ControlChange['after'], b: ControlChange['after']): boolean =>
    canonicalJson(a ?? null) === canonicalJson(b ?? null);
  return change.path === later.path && isBack(change.before, later.after) && isBack(change.after, later.before);
}

function describe(earlier: Step, later: Step): Finding {
  const [first, ...others] = undone(earlier, later);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const at = earlier.revision.updatedAt.slice(11, 16);
  return {
    kind: 'overwritten',
    severity: 'low',
    sentence: `${nameOfActor(later.revision.actor)} overwrote ${nameOfActor(earlier.revision.actor)}'s change of ${at} UTC (${labelOf(first?.field ?? '')}${more}): perhaps on a page that did not show it yet.`,
    revisions: [earlier.revision.revision, later.revision.revision],
    actor: later.revision.actor,
  };
}
