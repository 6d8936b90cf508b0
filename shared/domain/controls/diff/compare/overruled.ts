import { commandCovers } from '../../coverage/risky-command.ts';
import type { SetShape } from '../catalogue/field-rule.ts';
import type { Place } from '../place.ts';
import { textsAt } from '../tree.ts';

/** The most pairs that are compared. Beyond that nothing counts as overruled, which is the more severe reading. */
const pairsMax = 200_000;

/** The elements that another list of the same settings denies. */
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
