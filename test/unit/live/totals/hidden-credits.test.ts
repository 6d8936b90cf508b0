import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { hiddenCredits, type SessionFigures } from '../../../../shared/live/totals/session-total.ts';

const hiddenOf = (sessions: Readonly<Record<string, SessionFigures>>): Readonly<Record<string, number>> =>
  Object.fromEntries(hiddenCredits(new Map(Object.entries(sessions))));

describe('what children use that are not on the list', () => {
  test('is what their parent says beyond itself and the children on the list', () => {
    const parent = { credits: 100, inclusiveCredits: 180, childIds: ['listed', 'not listed'] };

    expect(hiddenOf({ parent, listed: { credits: 50 } })).toEqual({ parent: 30 });
  });

  test('is nothing where all children are on the list', () => {
    const parent = { credits: 100, inclusiveCredits: 180, childIds: ['a', 'b'] };

    expect(hiddenOf({ parent, a: { credits: 50 }, b: { credits: 30, inclusiveCredits: 30 } })).toEqual({});
  });

  test('counts once when the child of a child is not on the list', () => {
    const parent = { credits: 10, inclusiveCredits: 60, childIds: ['child'] };
    const child = { credits: 20, inclusiveCredits: 50, childIds: ['grandchild'] };

    expect(hiddenOf({ parent, child })).toEqual({ child: 30 });
  });

  test('is not below nothing when a child has moved on since its parent spoke', () => {
    const parent = { credits: 100, inclusiveCredits: 120, childIds: ['child'] };

    expect(hiddenOf({ parent, child: { credits: 50 } })).toEqual({});
  });

  test('comes to an end for families that go round in a circle, or go very deep', () => {
    const circle = {
      a: { credits: 1, inclusiveCredits: 10, childIds: ['b', 'a'] },
      b: { credits: 2, inclusiveCredits: 10, childIds: ['a'] },
    };
    const deep = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [
        `s${index}`,
        { credits: 1, inclusiveCredits: 3_000 - index, childIds: [`s${index + 1}`] },
      ]),
    );

    expect(Object.keys(hiddenOf(circle))).toHaveLength(1);
    expect(Object.keys(hiddenOf(deep)).length).toBeGreaterThan(0);
  });

  test('makes the sum exact, whichever children are listed', () => {
    const tree = fc.array(fc.record({ credits: fc.nat(100), parent: fc.nat(30), isListed: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    });

    fc.assert(
      fc.property(tree, (drawn) => {
        const parentOf = (index: number): number => (drawn[index]?.parent ?? 0) % Math.max(1, index);
        const inclusive = drawn.map(({ credits }) => credits);
        for (let index = drawn.length - 1; index > 0; index -= 1) {
          const parent = parentOf(index);
          inclusive[parent] = (inclusive[parent] ?? 0) + (inclusive[index] ?? 0);
        }
        const listed = new Map<string, SessionFigures>();
        drawn.forEach(({ credits, isListed }, index) => {
          // A session hides its whole family unless it is on the list itself.
          const isShown = index === 0 || (isListed && (parentOf(index) === 0 || listed.has(`${parentOf(index)}`)));
          const childIds = drawn.flatMap((_, child) => (child > 0 && parentOf(child) === index ? [`${child}`] : []));
          if (isShown) {
            listed.set(`${index}`, { credits, inclusiveCredits: inclusive[index] ?? 0, childIds });
          }
        });

        const own = [...listed.values()].reduce((sum, { credits }) => sum + credits, 0);
        const hidden = [...hiddenCredits(listed).values()].reduce((sum, credits) => sum + credits, 0);

        expect(own + hidden).toBe(inclusive[0]);
      }),
      { numRuns: 200 },
    );
  });
});
