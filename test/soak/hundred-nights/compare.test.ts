import { expect, test } from 'vitest';

import { compareLeft, compareMails } from './compare.ts';
import type { Left, WrittenMail } from './end-state.ts';

function left(lines: Readonly<Record<string, readonly string[]>>): Left {
  return { state: new Map(Object.entries(lines)), written: [] };
}

const mail = (mailId: string, state: string, isCarried = false): WrittenMail => ({
  mailId,
  to: 'ada@acme.example',
  subject: mailId,
  state,
  isCarried,
});
const nothingLost = { lostDays: [], lostMails: [] };
const takenOf = (...ids: readonly string[]) => ids.map((subject) => ({ to: 'ada@acme.example', subject }));

test('a line that is missing, other or there twice is a difference', () => {
  const should = left({ limits: ['a 1', 'b 2', 'c 3'], ledger: ['x'] });
  const is = left({ limits: ['a 1', 'a 1', 'b 9'], ledger: ['x'], plans: ['p'] });

  const { compared, differences } = compareLeft(should, is, []);

  expect(compared).toEqual([
    { name: 'ledger', lines: 1, differing: 0 },
    { name: 'limits', lines: 3, differing: 4 },
    { name: 'plans', lines: 0, differing: 1 },
  ]);
  expect(differences).toEqual(['limits: 4', '- b 2', '- c 3', '+ a 1', '+ b 9', 'plans: 1', '+ p']);
});

test('what a restored backup lost is left out of journal, ledger and credits, and of nothing else', () => {
  const line = '{"day":"2026-12-02"}';
  const should = left({ 'journal budget-changed': [line], 'table ledger': [line], 'table budgets': [line] });

  const { differences } = compareLeft(should, left({}), ['2026-12-02']);

  expect(differences).toEqual(['table budgets: 1', `- ${line}`]);
});

test('another way to the same limits is counted, and is no difference', () => {
  const { compared, differences } = compareLeft(left({ 'journal cap-changed': ['a', 'b'] }), left({}), []);

  expect(compared).toEqual([{ name: 'journal cap-changed', lines: 2, differing: 2 }]);
  expect(differences).toEqual([]);
});

test('a mail that a restored backup does not know of may be taken once more', () => {
  const is = { written: [mail('a', 'sent')], taken: takenOf('a', 'a'), status: '' };

  expect(compareMails([], is, { ...nothingLost, lostMails: takenOf('a') }).twice).toEqual([]);
  expect(compareMails([], is, nothingLost).twice).toEqual(['ada@acme.example: a']);
});

test('a mail that was taken more often than it was written is sent twice; one of a lost day may be taken once', () => {
  const is = { written: [mail('a', 'sent'), mail('b', 'sent')], taken: takenOf('a', 'a', 'lost'), status: '' };

  expect(compareMails([], is, nothingLost)).toMatchObject({
    twice: ['ada@acme.example: a'],
    neverTaken: ['ada@acme.example: b'],
  });
  expect(compareMails([], { ...is, taken: takenOf('b', 'lost', 'lost') }, nothingLost).twice).toEqual([
    'ada@acme.example: lost',
  ]);
});

test('a mail of unknown outcome is named by a later mail, by going once more, or by the status', () => {
  const written = [
    mail('carried', 'unknown', true),
    mail('grave', 'unknown'),
    mail('grave/again', 'sent'),
    mail('shown', 'unknown'),
    mail('forgotten', 'sending'),
  ];
  const is = { written, taken: takenOf('grave/again'), status: '{"undelivered":[{"mailId":"shown"}]}' };

  expect(
    compareMails([mail('never/2026-12-02', 'sent'), mail('lost/2026-12-01', 'sent')], is, {
      ...nothingLost,
      lostDays: ['2026-12-01'],
    }),
  ).toMatchObject({
    unknown: ['carried', 'grave', 'shown', 'forgotten'],
    unnamed: ['forgotten'],
    unwritten: ['never/2026-12-02'],
  });
});
