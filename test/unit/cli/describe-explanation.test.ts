import { expect, test } from 'vitest';
import { describeExplanation } from '../../../cli/describe-explanation.ts';
import { explanationDocument } from '../../../cli/explanation-document.ts';
import { styleFor } from '../../../local/terminal/style.ts';
import { explain } from '../../../shared/domain/caps/explanation.ts';
import { findPerson } from '../../../shared/domain/caps/find-person.ts';
import type { Standing } from '../../../shared/domain/caps/standing.ts';
import { invariant } from '../../../shared/domain/invariant.ts';
import { aBudget, aConfirmedLimit, aLedgerDay, credits, someUsage } from '../../support/domain-samples.ts';
import { aStanding } from '../../support/standing-samples.ts';

const ann = { userId: 'ann', email: 'ann@acme.example', firstName: 'Ann\u001B[31m' };
const forDefault = aBudget({ scope: { kind: 'default' }, owners: ['lead@acme.example'] });
const around = { admins: ['admin@acme.example'], nightlyAt: '02:30 UTC', unlimitedCredits: 1_000_000 };
const base = { users: [ann], usage: someUsage({ ann: 400 }), budgets: [forDefault] };

function explained(standing: Standing) {
  const found = findPerson('ann@acme.example', standing);
  invariant(found.kind !== 'nobody', 'the case is about somebody');
  return explain(found, standing, []);
}

function textOf(standing: Standing): string {
  return describeExplanation(explained(standing), around, styleFor({ isTerminal: false }, {}));
}

test('the limit is told as a sum, with who can change it, and nothing steers the terminal', () => {
  const text = textOf(aStanding({ ...base, records: [aConfirmedLimit('ann', 900)] }));

  expect(text).toContain('1,000 = 400 used in the platform’s window (2026-03-01 to 2026-03-31) + 600 left.');
  expect(text).toContain('900, confirmed as of 2026-03-01T02:30:00.000Z, set by run earlier.');
  expect(text).toContain('The next run sets it to 1,000');
  expect(text).toContain('lead@acme.example');
  expect(text).toContain('admin@acme.example');
  expect(text).not.toContain('\u001B');
});

const unsettled = [{ limitCredits: 1_200, at: '2026-03-15T02:30:00.000Z', runId: 'lost' }];
const doubtful = aLedgerDay({
  day: '2026-03-14',
  status: 'suspect',
  doubts: [{ kind: 'sum-differs', detail: 'the users add up to 70 of 100 credits' }],
});

test.for<[string, Standing, string]>([
  ['nothing is left', aStanding({ ...base, budgets: [{ ...forDefault, amount: credits(1) }] }), 'they are stopped'],
  ['no limit was ever sent', aStanding(base), 'Curfew has never sent one'],
  [
    'a limit had no answer',
    aStanding({ ...base, records: [{ ...aConfirmedLimit('ann', 900), unsettled }] }),
    'At most 1,200 can have been used',
  ],
  [
    'the platform refuses the row',
    aStanding({
      ...base,
      records: [
        { ...aConfirmedLimit('ann', 900), failure: { problem: 'no such user', nights: 2, lastNight: '2026-03-15' } },
      ],
    }),
    'has refused this user’s row for 2 nights: no such user',
  ],
  [
    'a day is suspect',
    aStanding({ ...base, untrustedDays: [{ day: '2026-03-14', known: doubtful }] }),
    '2026-03-14 is not complete: the users add up to 70 of 100 credits.',
  ],
  ['no budget sets limits', aStanding({ ...base, budgets: [] }), 'no budget that sets limits concerns them'],
  [
    'two share the email',
    aStanding({ ...base, users: [ann, { userId: 'two', email: 'ann@acme.example' }] }),
    'They cannot be capped: several users share this email',
  ],
  ['the user has left', aStanding({ ...base, users: [{ ...ann, goneSince: '2026-03-02' }] }), 'since 2026-03-02'],
])('when %s, it is said', ([, standing, words]) => {
  expect(textOf(standing)).toContain(words);
});

test('the document has the same as the words', () => {
  const document = explanationDocument(explained(aStanding({ ...base, records: [aConfirmedLimit('ann', 900)] })), []);

  expect(document).toMatchObject({
    verdict: 'limited',
    limit: 1_000,
    used: 400,
    headroom: 600,
    exposure: 900,
    binding: { scope: 'default', window: 'month' },
    resetsAt: '2026-04-01T00:00:00Z',
    inForce: { limit: 900, run: 'earlier' },
    dataThrough: '2026-03-14',
  });
});
