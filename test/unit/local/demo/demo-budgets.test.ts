import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { demoBudgets, demoTeams, type DemoUsage } from '../../../../local/demo/demo-budgets.ts';
import { budgetKey } from '../../../../shared/budgets/budget.ts';
import { budgetRecord } from '../../../../shared/budgets/contract/budget.ts';

/** Forty people whose month is half over; the first uses most. */
const people: readonly DemoUsage[] = Array.from({ length: 40 }, (_, index) => ({
  email: `person-${index}@acme.example`,
  thisMonth: 10_000 * (40 - index),
  usualMonth: 20_000 * (40 - index),
}));

describe('the first budgets of the demo', () => {
  test('leave most people within, some near the line and a few stopped', () => {
    const personal = new Map(
      demoBudgets(people).flatMap(({ scope, amount }) =>
        scope.kind === 'user' && amount.kind === 'credits' ? [[scope.email, amount.credits] as const] : [],
      ),
    );

    const share = people.flatMap(({ email, thisMonth }) => {
      const credits = personal.get(email);
      return credits === undefined ? [] : [thisMonth / credits];
    });
    expect(share.filter((used) => used >= 1).length).toBeGreaterThanOrEqual(3);
    expect(share.filter((used) => used > 0.8 && used < 1).length).toBeGreaterThanOrEqual(3);
    expect(share.filter((used) => used <= 0.8).length).toBeGreaterThanOrEqual(6);
  });

  test('cover the organization, everybody, and some users, over months and days', () => {
    const keys = demoBudgets(people).map(budgetKey);

    expect(keys).toEqual(expect.arrayContaining(['org / month', 'default / month', 'default / day']));
  });

  test('give a team a strict pool that its members have not used up, and the organization another', () => {
    const pools = demoBudgets(people).filter(({ guarantee }) => guarantee?.kind === 'strict');
    const [team] = demoTeams(people);
    const emails = new Set(team?.members.map((member) => (member.kind === 'email' ? member.email : '')));
    const used = people.reduce((sum, { email, thisMonth }) => (emails.has(email) ? sum + thisMonth : sum), 0);

    expect(pools.map(({ scope }) => scope)).toEqual([{ kind: 'org' }, { kind: 'team', name: team?.name }]);
    expect(emails.size).toBeGreaterThanOrEqual(5);
    const [amount] = pools.flatMap(({ scope, amount }) =>
      scope.kind === 'team' && amount.kind === 'credits' ? [amount.credits] : [],
    );
    expect(amount).toBeGreaterThan(used);
    expect(amount).toBeLessThan(1.6 * used);
  });

  test('are valid, and each stands once, whatever people have consumed', () => {
    const usage = fc.uniqueArray(
      fc.record({
        email: fc.nat(500).map((index) => `P${index}@acme.example`),
        thisMonth: fc.nat(10_000_000),
        usualMonth: fc.nat(10_000_000),
      }),
      { selector: ({ email }) => email, maxLength: 40 },
    );
    fc.assert(
      fc.property(usage, (given) => {
        const budgets = demoBudgets(given);

        expect(budgets.filter((terms) => budgetRecord.parse(budgetRecord.format(terms)).kind === 'refused')).toEqual(
          [],
        );
        expect(new Set(budgets.map(budgetKey)).size).toBe(budgets.length);
      }),
    );
  });
});
