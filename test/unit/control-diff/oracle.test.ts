import fc from 'fast-check';
import { expect, test } from 'vitest';

import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import type { ControlChange } from '../../../shared/controls/control-change.ts';
import {
  drawnChange,
  drawnValues,
  groups,
  rightsIn,
  settingsOf,
  type Group,
  type Values,
} from '../../support/controls-oracle.ts';
import { rounds, roundsTimeoutMs } from '../../world/rounds.ts';

const pairs = fc.oneof(drawnChange, fc.tuple(drawnValues, drawnValues));

/** What an oracle says of the rights that some fields decide, and what is told of those fields. */
interface Judged {
  readonly group: Group;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  readonly told: readonly ControlChange[];
}

function judged(before: Values, after: Values): readonly Judged[] {
  const [had, has] = [rightsIn(before), rightsIn(after)];
  const changes = diffControls(settingsOf(before), settingsOf(after)).filter(({ quiet }) => quiet === undefined);
  return (Object.entries(groups) as [Group, readonly string[]][]).map(([group, fields]) => ({
    group,
    gained: [...has[group].difference(had[group])],
    lost: [...had[group].difference(has[group])],
    told: changes.filter(({ field }) => fields.includes(field)),
  }));
}

test('a permission that an oracle finds gained is reported as loosened', { timeout: roundsTimeoutMs }, () => {
  fc.assert(
    fc.property(pairs, ([before, after]) => {
      const missed = judged(before, after).filter(
        ({ gained, told }) => gained.length > 0 && !told.some(({ direction }) => direction === 'loosened'),
      );

      expect(missed).toEqual([]);
    }),
    rounds(250),
  );
});

test('a permission that an oracle finds lost is reported', { timeout: roundsTimeoutMs }, () => {
  fc.assert(
    fc.property(pairs, ([before, after]) => {
      expect(judged(before, after).filter(({ lost, told }) => lost.length > 0 && told.length === 0)).toEqual([]);
    }),
    rounds(150),
  );
});

/** Which of two lists of models wins is not documented; and that a command is still denied is told as info. */
const undecided: ReadonlySet<Group> = new Set(['model', 'unasked']);

test(
  'where an oracle finds nothing gained, and nothing is left to others, nothing is loosened',
  { timeout: roundsTimeoutMs },
  () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const isDecided = ({ group }: Judged): boolean =>
          !undecided.has(group) &&
          groups[group].every((field) => before[field] !== undefined && after[field] !== undefined);
        const wrong = judged(before, after).filter(
          // A switch that is off is loosened even where a list let everything through already.
          (each) => isDecided(each) && each.gained.length === 0 && each.told.some((change) => isLoosenedList(change)),
        );

        expect(wrong).toEqual([]);
      }),
      rounds(250),
    );
  },
);

function isLoosenedList({ direction, kind }: ControlChange): boolean {
  return direction === 'loosened' && kind !== 'scalar';
}
