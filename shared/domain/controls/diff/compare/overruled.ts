import { commandCovers } from '../../coverage/risky-command.ts';
import type { SetShape } from '../catalogue/field-rule.ts';
import type { Place } from '../place.ts';
import { textsAt } from '../tree.ts';

/** Pairs compared at most. Beyond, nothing counts as overruled, which is the graver reading. */
const pairsMax = 200_000;

/** Which of the elements another list of the same settings keeps out. */
export function overruledAmong({ shape, context }: Place<SetShape>, elements: readonly string[]): ReadonlySet<string> {
  if (shape.overruledBy === undefined) {
    return new Set();
  }
  const blocked = textsAt(context.after, shape.overruledBy.field);
  if (shape.element !== 'command') {
    const names = new Set(blocked);
    return new Set(elements.filter((each) => names.has(each)));
  }
  if (blocked.length * elements.length > pairsMax) {
    return new Set();
  }
  return new Set(elements.filter((each) => blocked.some((pattern) => commandCovers(pattern, each))));
}
