import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  compareCollections,
  compareElements,
  type ElementKind,
  type Coverage,
} from '../../../shared/coverage/compare-elements.ts';
import { flat } from './flat.ts';

const unchanged = { added: [], removed: [], broadened: [], narrowed: [], isWider: false, isNarrower: false };

const kinds: readonly ElementKind[] = ['text', 'email', 'path', 'domain', 'url', 'command', 'cidr', 'launcher', 'repo'];
const kind = fc.constantFrom(...kinds);
const likely = fc.constantFrom(
  '*',
  '**',
  '/',
  '~',
  '/a',
  '/a/b',
  '/a/*',
  '/a/**/c',
  '/a/../b',
  'a',
  'a b',
  'a *',
  'git *',
  'git push',
  'git',
  'x.com',
  '*.x.com',
  'a.x.com',
  'X.com.',
  'a@x.com',
  '*@x.com',
  'https://x.com',
  'https://*.x.com/v1',
  'http://x.com:80',
  'o/r',
  'o/r#v1',
  'o/*',
  'npx',
  '10.0.0.0/8',
  '10.0.0.0/9',
  '::/0',
  '__proto__',
  '\uE000',
  '[a]',
  '{..}',
  '?',
  '..',
);
const element = fc.oneof(likely, likely, fc.string({ maxLength: 12 }));
const elements = fc.array(element, { maxLength: 8 });

describe('the comparison of collections', () => {
  test('finds nothing between a collection and itself, in whatever order and however often', () => {
    fc.assert(
      fc.property(kind, elements, fc.nat(), (of, all, turn) => {
        const at = all.length === 0 ? 0 : turn % all.length;
        const turned = [...all.slice(at), ...all.slice(0, at), ...all.slice(at)];

        expect(compareCollections(of, all, turned)).toEqual(unchanged);
      }),
    );
  });

  test('gives the same whatever the order', () => {
    fc.assert(
      fc.property(kind, elements, elements, (of, before, after) => {
        const change = compareCollections(of, before, after);

        expect(compareCollections(of, before.toReversed(), after.toReversed())).toEqual(change);
      }),
    );
  });

  test('is wider one way exactly when it is narrower the other way', () => {
    fc.assert(
      fc.property(kind, elements, elements, (of, before, after) => {
        const [there, back] = [compareCollections(of, before, after), compareCollections(of, after, before)];

        expect([there.isWider, there.isNarrower]).toEqual([back.isNarrower, back.isWider]);
      }),
    );
  });

  test('relates an element to itself as equal, and two others both ways', () => {
    fc.assert(
      fc.property(kind, element, element, (of, one, other) => {
        expect(compareElements(of, one, one)).toBe('equal');
        expect(compareElements(of, one, other)).toBe(reversed(compareElements(of, other, one)));
      }),
    );
  });

  test('finds wider what covers all of the other and something more, transitively', () => {
    fc.assert(
      fc.property(kind, fc.tuple(likely, likely, likely), (of, [small, middle, large]) => {
        const isChain =
          compareElements(of, small, middle) === 'wider' && compareElements(of, middle, large) === 'wider';
        fc.pre(isChain && of !== 'domain');

        expect(compareElements(of, small, large)).toBe('wider');
      }),
      { numRuns: 10, maxSkipsPerRun: 10_000 },
    );
  });

  test('names whatever is added, and is never narrower for it', () => {
    fc.assert(
      fc.property(kind, elements, element, (of, before, added) => {
        const change = compareCollections(of, before, [...before, added]);

        const isThere = before.some((each) => compareElements(of, each, added) === 'equal');
        expect(flat(change)).toEqual(isThere ? [] : [added]);
        expect(change.isNarrower).toBe(false);
      }),
    );
  });

  test.for<[ElementKind, number, (at: number) => string]>([
    ['path', 5_000, (at) => `/srv/app${at}/**/x*`],
    ['command', 5_000, (at) => `*a${at}b*`],
    ['url', 5_000, (at) => `https://*.h${at}.com/*/x`],
    ['domain', 5_000, (at) => `h${at}.*`],
    ['text', 5_000, (at) => `${at}`.repeat(300)],
  ])('ends soon for ten thousand of kind %s', ([of, apart, name]) => {
    const world = (from: number) => Array.from({ length: 10_000 }, (_, at) => name(from + at));

    const change = compareCollections(of, world(0), world(apart));

    expect(flat(change).length).toBeGreaterThan(0);
  });
});

describe('an element and the one in its place', () => {
  test.for<[ElementKind, string, string, Coverage]>([
    ['path', '/a/b', '/a/b/', 'equal'],
    ['path', '/a/b', '/a/./c/../b', 'equal'],
    ['path', '/a', '/a/**', 'equal'],
    ['path', '$HOME/x', '~/x', 'equal'],
    ['path', '/a/b', '/a', 'wider'],
    ['path', '/a/*.ts', '/a', 'wider'],
    ['path', '/a/*/c', '/a/**/c', 'wider'],
    ['path', 'src', '/', 'wider'],
    ['path', '/a', '/ab', 'apart'],
    ['path', '/a/b', '/a/b/../../etc', 'apart'],
    ['path', 'src', '../src', 'apart'],
    ['path', '~/x', '~/../x', 'apart'],
    ['path', '/a', '/a/{..,x}', 'overlapping'],
    ['domain', 'GitHub.com.', 'github.com', 'equal'],
    ['domain', '.x.com', '*.x.com', 'equal'],
    ['domain', 'github.com', '*.github.com', 'wider'],
    ['domain', 'a.b.x.com', '*.x.com', 'wider'],
    ['domain', '*.x.com', '*', 'wider'],
    ['domain', '*.x.com', 'x.com', 'narrower'],
    ['domain', '*.x.com', 'evilx.com', 'apart'],
    ['domain', 'x.com', 'х.com', 'apart'],
    ['email', 'Ann@X.com ', 'ann@x.com', 'equal'],
    ['email', 'ann@x.com', '*@x.com', 'wider'],
    ['command', 'git  push', 'git push', 'equal'],
    ['command', 'git push', 'git *', 'wider'],
    ['command', 'git *', '*', 'wider'],
    ['command', 'git', 'git push', 'apart'],
    ['command', 'git *', 'git push; rm -rf /', 'overlapping'],
    ['command', 'git *', 'git log $(curl x)', 'overlapping'],
    ['url', 'https://X.com:443', 'https://x.com/', 'equal'],
    ['url', 'https://x.com/v1/*', 'https://x.com/v1', 'equal'],
    ['url', 'https://x.com/v1', 'https://x.com', 'wider'],
    ['url', 'https://a.x.com', 'https://*.x.com', 'wider'],
    ['url', 'https://x.com', 'https://x.com/v1/..', 'equal'],
    ['url', 'https://x.com/v1', 'https://x.com/v10', 'apart'],
    ['url', 'https://x.com', 'http://x.com', 'apart'],
    ['url', 'https://x.com', 'https://x.com:8443', 'apart'],
    ['url', 'https://*.x.com', 'https://evil.com/.x.com', 'apart'],
    ['url', 'https://x.com', 'https://x.com@evil.com', 'apart'],
    ['url', 'https://x.com', String.raw`https://evil.com\@x.com`, 'overlapping'],
    ['repo', 'o/r', 'https://github.com/O/r.git', 'equal'],
    ['repo', 'git@github.com:o/r.git', 'ssh://git@github.com/o/r', 'equal'],
    ['repo', 'o/r#v1', 'o/r', 'wider'],
    ['repo', 'o/r', 'o/*', 'wider'],
    ['repo', 'o/r', 'gitlab:o/r', 'apart'],
    ['repo', 'o/r', 'http://github.com/o/r', 'apart'],
    ['launcher', 'npx a', 'npx *', 'wider'],
    ['launcher', 'https://mcp.x.com/a', 'https://mcp.x.com', 'wider'],
    ['text', 'a', 'A', 'apart'],
  ])('%s: %s, then %s, is %s', ([of, from, to, coverage]) => {
    expect(compareElements(of, from, to)).toBe(coverage);
  });

  test('is broadened and neither added nor removed', () => {
    const change = compareCollections('command', ['git push', 'ls'], ['ls', 'git *']);

    expect(change).toEqual({ ...unchanged, broadened: [{ from: 'git push', to: 'git *' }], isWider: true });
  });

  test('makes nothing wider under a wildcard that stood before', () => {
    const change = compareCollections('command', ['git *'], ['git *', 'git push']);

    expect(change).toEqual({ ...unchanged, added: ['git push'] });
  });

  test('may be the bare name that a wildcard does not cover', () => {
    const change = compareCollections('domain', ['*.x.com'], ['*.x.com', 'x.com']);

    expect(change).toEqual({ ...unchanged, added: ['x.com'], isWider: true });
  });
});

/** The same relation seen from the other element. */
function reversed(coverage: Coverage): Coverage {
  switch (coverage) {
    case 'wider':
      return 'narrower';
    case 'narrower':
      return 'wider';
    case 'equal':
    case 'overlapping':
    case 'apart':
      return coverage;
  }
}
