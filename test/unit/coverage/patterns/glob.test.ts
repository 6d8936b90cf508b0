import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  anything,
  globCovers,
  hasInOrder,
  literalPrefix,
  literalsOf,
  oneCharacter,
  withinPart,
} from '../../../../shared/coverage/patterns/glob.ts';
import { PrefixIndex } from '../../../../shared/coverage/patterns/pattern-space.ts';

const letters = ['a', 'b', '/'];
const pattern = fc
  .array(fc.constantFrom(...letters, anything, withinPart, oneCharacter), { maxLength: 5 })
  .map((symbols) => symbols.join(''));

/** Every text of up to four letters. */
const world = Array.from({ length: 4 }).reduce<readonly string[]>(
  (texts) => ['', ...texts.flatMap((text) => letters.map((letter) => `${letter}${text}`))],
  [''],
);

/** The texts of the world that a pattern stands for, by the engine for regular expressions. */
function stoodFor(text: string): ReadonlySet<string> {
  const source = text.replaceAll(anything, '.*').replaceAll(withinPart, '[^/]*').replaceAll(oneCharacter, '[^/]');
  const whole = new RegExp(`^(?:${source})$`, 'u');
  return new Set(world.filter((each) => whole.test(each)));
}

describe('a pattern', () => {
  test('covers another only if it stands for all that the other stands for', () => {
    fc.assert(
      fc.property(pattern, pattern, (one, other) => {
        fc.pre(globCovers(one, other, '/'));

        expect(stoodFor(other).isSubsetOf(stoodFor(one))).toBe(true);
      }),
      { numRuns: 300, maxSkipsPerRun: 1_000 },
    );
  });

  test('covers exactly the texts that it stands for', () => {
    fc.assert(
      fc.property(pattern, (one) => {
        expect(new Set(world.filter((text) => globCovers(one, text, '/')))).toEqual(stoodFor(one));
      }),
    );
  });

  test('covers nothing that lacks its beginning or its literals', () => {
    fc.assert(
      fc.property(pattern, pattern, (one, other) => {
        fc.pre(globCovers(one, other, '/'));

        expect(other.startsWith(literalPrefix(one))).toBe(true);
        expect(hasInOrder(other, literalsOf(one))).toBe(true);
      }),
      { maxSkipsPerRun: 1_000 },
    );
  });
});

test('an index of prefixes finds what a text starts with, the longest first', () => {
  const text = fc.array(fc.constantFrom('a', 'b'), { maxLength: 6 }).map((all) => all.join(''));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), text, (prefixes, wanted) => {
      const index = new PrefixIndex(prefixes.map((prefix) => [prefix, prefix]));

      const found = [...index.under(wanted)].flat();

      expect(found).toEqual(prefixes.filter((each) => wanted.startsWith(each)).toSorted((a, b) => b.length - a.length));
    }),
  );
});
