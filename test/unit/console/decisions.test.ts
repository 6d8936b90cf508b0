import { expect, test } from 'vitest';

import { planRows } from '../../../console/pages/plans/plan-rows.ts';
import { approvalOf, creditsIn } from '../../../console/pages/requests/decision.ts';
import { reasonText } from '../../../console/parts/texts/reason-text.ts';
import { partOf } from '../../support/part-of.ts';

test.for([
  ['6k', 6_000],
  ['9,000', 9_000],
  [' 1 ', 1],
] as const)('an approver may give %s', ([text, credits]) => {
  expect(creditsIn(text, 9_000)).toEqual({ kind: 'credits', credits });
});

test.for(['', '0', '-5', '1.5', '9,001', 'all'])('"%s" of 9,000 credits is refused before it is sent', (text) => {
  expect(creditsIn(text, 9_000).kind).toBe('problem');
});

test('what is approved as it was asked for names no credits', () => {
  const way = 'within';

  expect(approvalOf(partOf({ credits: 10 }), { credits: 10, way, reason: ' ', acceptIdle: false })).toEqual({
    verdict: 'approve',
    pools: way,
  });
  expect(approvalOf(partOf({ credits: 10 }), { credits: 4, way, reason: 'half', acceptIdle: false })).toEqual({
    verdict: 'approve',
    pools: way,
    credits: 4,
    reason: 'half',
  });
});

test('each row of a plan says what it does to its person, and who released it', () => {
  const row = (email: string, from: number | null, to: number) => ({ email, from, to, reason: 'lowered' });
  const rows = [
    row('Ann@x.example', 9, 1),
    row('bob@x.example', 1, 9),
    row('cem@x.example', 9, 5),
    row('d@x.example', null, 5),
  ];

  const lines = planRows(
    partOf({
      rows,
      stopped: ['Ann@x.example'],
      freed: ['bob@x.example'],
      released: [{ emails: ['ann@x.example'], by: 'finops', at: '2026-03-15T09:00:00.000Z' }],
    }),
  );

  expect(lines.map(({ effect, releasedBy }) => [effect, releasedBy])).toEqual([
    ['newly stopped', 'finops'],
    ['newly free', undefined],
    ['lowered', undefined],
    ['first limit', undefined],
  ]);
});

test('a page does not name the commands of a terminal', () => {
  const reason = 'It lowers 11 of 25 caps, more than 30 %. It waits. See it with "curfew plans show 1", or wait.';

  expect(reasonText(reason)).toBe('It lowers 11 of 25 caps, more than 30 %. It waits.');
});
