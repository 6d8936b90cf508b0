import type { Acceptance } from './acceptance.ts';
import type { EvidencedStep } from './evidenced-step.ts';
import type { RecordedChange } from './recorded-change.ts';

/** What became of a loosening. */
export type LooseningStatus = 'accepted' | 'open' | 'reverted';

/**
 * The step that takes a change back: the first later one after which the field is as before, all that was added is gone
 * and all that was removed is there again, or the entry that held it is removed. `later`: ascending.
 */
export function revertOf(change: RecordedChange, later: readonly EvidencedStep[]): EvidencedStep | undefined {
  const added = new Set(change.added);
  const removed = new Set(change.removed);
  const isList = added.size + removed.size > 0;
  return later.find(({ changes }) =>
    changes.some((next) => {
      if (next.path !== change.path) {
        return isEntryRemoved(next, change);
      }
      next.removed.forEach((name) => added.delete(name));
      next.added.forEach((name) => removed.delete(name));
      return isList ? added.size + removed.size === 0 : next.after === change.before || isSwitchedBack(next);
    }),
  );
}

/** An entry of a list that is removed takes along what was loosened in it. */
function isEntryRemoved(next: RecordedChange, { path }: RecordedChange): boolean {
  return next.after === undefined && next.path.endsWith(']') && path.startsWith(`${next.path}.`);
}

/** A switch has no state in between: on or off, it is tightened or it is not. */
function isSwitchedBack({ direction, after }: RecordedChange): boolean {
  return direction === 'tightened' && (after === 'true' || after === 'false');
}

/** Only loosenings that have an effect have a status. `at`: the ISO instant as of which it is asked. */
export function statusOf(
  { direction, quiet }: RecordedChange,
  { reverted, acceptances, at }: StatusFacts,
): LooseningStatus | undefined {
  if (direction !== 'loosened' || quiet !== undefined) {
    return undefined;
  }
  if (reverted !== undefined) {
    return 'reverted';
  }
  const isAccepted = acceptances.some(({ until }) => until === undefined || Date.parse(until) > Date.parse(at));
  return isAccepted ? 'accepted' : 'open';
}

interface StatusFacts {
  readonly reverted: EvidencedStep | undefined;
  readonly acceptances: readonly Acceptance[];
  readonly at: string;
}
