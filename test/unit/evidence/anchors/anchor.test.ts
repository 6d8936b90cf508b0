import fc from 'fast-check';
import { expect, test } from 'vitest';

import { anchorText, statementIn, type AnchorStatement } from '../../../../shared/evidence/anchors/anchor.ts';

const hash = fc.stringMatching(/^[0-9a-f]{64}$/u);
const head = fc.record({ seq: fc.integer({ min: 1 }), hash });
const statements: fc.Arbitrary<AnchorStatement> = fc
  .record(
    {
      head,
      organization: fc.string({ unit: 'grapheme' }),
      at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2999-01-01') }),
      settings: fc.record({ series: fc.nat(), revision: fc.nat(), digest: hash }),
      previous: head,
    },
    { requiredKeys: ['head', 'organization', 'at'] },
  )
  .map(({ head: signed, at, ...rest }) => ({ ...signed, ...rest, at: at.toISOString() }));

test('the signed text is the one that the documentation describes', () => {
  const text = anchorText({
    organization: 'prod/acme',
    seq: 912,
    hash: 'a'.repeat(64),
    at: '2026-03-15T02:30:00.000Z',
    settings: { series: 1, revision: 74, digest: 'b'.repeat(64) },
    previous: { seq: 900, hash: 'c'.repeat(64) },
  });

  expect(text).toBe(
    `curfew-anchor/1\n{"at":"2026-03-15T02:30:00.000Z","hash":"${'a'.repeat(64)}","organization":"prod/acme","previous":{"hash":"${'c'.repeat(64)}","seq":900},"seq":912,"settings":{"digest":"${'b'.repeat(64)}","revision":74,"series":1}}`,
  );
});

test('a signed text says what was signed, and two statements never share one', () => {
  fc.assert(
    fc.property(statements, statements, (one, other) => {
      expect(statementIn(anchorText(one))).toEqual(one);
      expect(anchorText(one) === anchorText(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['another format', 'curfew-evidence/1\n{}'],
  ['no JSON', 'curfew-anchor/1\n{'],
  ['no object', 'curfew-anchor/1\nnull'],
  ['a field missing', `curfew-anchor/1\n{"hash":"${'a'.repeat(64)}","seq":1}`],
  [
    'another spelling',
    `curfew-anchor/1\n{"seq":1,"at":"2026-03-15T02:30:00.000Z","hash":"${'a'.repeat(64)}","organization":"o","previous":null,"settings":null}`,
  ],
  [
    'a field more',
    `curfew-anchor/1\n{"at":"2026-03-15T02:30:00.000Z","hash":"${'a'.repeat(64)}","more":1,"organization":"o","previous":null,"seq":1,"settings":null}`,
  ],
])('a text with %s says nothing', (_name, text) => {
  expect(statementIn(text)).toBeUndefined();
});
