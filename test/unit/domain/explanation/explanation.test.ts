import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Budget } from '../../../../shared/domain/budgets/budget.ts';
import { planCaps } from '../../../../shared/domain/caps/cap-plan.ts';
import { explain, ownersOf, turnOf } from '../../../../shared/domain/explanation/explanation.ts';
import { findPerson } from '../../../../shared/domain/explanation/find-person.ts';
import type { Snapshot } from '../../../../shared/domain/explanation/snapshot.ts';
import { invariant } from '../../../../shared/domain/invariant.ts';
import { aBudget, credits, someCredits, someUsage } from '../../../support/domain-samples.ts';
import { aPlanInput } from '../../../support/plan-samples.ts';
import { aSnapshot } from '../../../support/snapshot-samples.ts';

const ann = { userId: 'ann', email: 'ann@acme.example', firstName: 'Ann', lastName: 'Lee' };
const forDefault = aBudget({ scope: { kind: 'default' }, owners: ['lead@acme.example'] });
const forOrg = aBudget({ scope: { kind: 'org' }, amount: credits(5_000), owners: ['cfo@acme.example'] });
const base = { users: [ann], usage: someUsage({ ann: 400 }) };

function explained(wanted: string, snapshot: Snapshot) {
  const found = findPerson(wanted, snapshot);
  invariant(found.kind !== 'nobody', 'the case is about somebody');
  return explain(found, snapshot, []);
}

test('the limit is what is used in the platform’s window and what the budget that binds leaves', () => {
  const explanation = explained('ann@acme.example', aSnapshot({ ...base, budgets: [forDefault, forOrg] }));

  expect(explanation).toMatchObject({ name: 'Ann Lee', usedCredits: 400, dataThrough: '2026-03-14' });
  expect(explanation.verdict).toMatchObject({ kind: 'limited', limitCredits: 1_000, headroomCredits: 600 });
  expect(ownersOf(explanation)).toEqual(['lead@acme.example']);
  expect(turnOf(explanation.platformWindow)).toBe('2026-04-01');
});

test('the explanation shows what the nightly run decides', () => {
  const scopes: fc.Arbitrary<Budget['scope']> = fc.constantFrom(
    { kind: 'default' },
    { kind: 'org' },
    { kind: 'user', email: ann.email },
  );
  const someBudget = fc
    .record({ scope: scopes, amount: someCredits.map(credits), mode: fc.constantFrom('enforce', 'alert') })
    .map((said) => aBudget(said));
  const budgetsOf = fc.uniqueArray(someBudget, { selector: ({ scope }) => scope.kind, maxLength: 3 });
  fc.assert(
    fc.property(budgetsOf, someCredits, (budgets, used) => {
      const snapshot = aSnapshot({ users: [ann], usage: someUsage({ ann: used }), budgets });
      const { verdict } = explained(ann.email, snapshot);
      const night = aPlanInput({ users: snapshot.users, usage: snapshot.usage, budgets });

      const [decision] = planCaps(night).decisions;

      const limitCredits = verdict.kind === 'limited' ? verdict.limitCredits : undefined;
      expect(decision?.kind === 'set' ? decision.limitCredits : undefined).toBe(limitCredits);
    }),
  );
});

test.for<[string, Snapshot, object]>([
  ['no budget sets limits', aSnapshot(base), { kind: 'stays', reason: 'no-budget' }],
  [
    'a budget cannot be read',
    aSnapshot({ ...base, budgets: [forDefault], invalidScopes: ['org'] }),
    { kind: 'stays', reason: 'invalid-budget' },
  ],
  [
    'figures cannot be read',
    aSnapshot({ users: [ann], usage: someUsage({ ann: 400 }, ['ann']), budgets: [forDefault] }),
    { kind: 'stays', reason: 'unreadable-usage' },
  ],
  [
    'the budgets say unlimited',
    aSnapshot({ ...base, budgets: [{ ...forDefault, amount: { kind: 'unlimited' } }] }),
    { kind: 'unlimited' },
  ],
  [
    'two share the email',
    aSnapshot({ users: [ann, { userId: 'two', email: ann.email }], budgets: [forDefault] }),
    { kind: 'uncappable', reason: 'email-shared' },
  ],
  [
    'the user has left',
    aSnapshot({ users: [{ ...ann, goneSince: '2026-03-02' }], budgets: [forDefault] }),
    { kind: 'left', since: '2026-03-02' },
  ],
])('when %s, that is the verdict', ([, snapshot, verdict]) => {
  expect(explained(ann.email, snapshot).verdict).toEqual(verdict);
});

test('a top-up is part of what is left, and an exemption leaves the limit as it is', () => {
  const said = { ...base, budgets: [aBudget({ scope: { kind: 'default' }, amount: credits(500) })] };

  const toppedUp = explained(ann.email, aSnapshot({ ...said, topUpCredits: new Map([[ann.email, 50]]) }));
  const exempt = explained(ann.email, aSnapshot({ ...said, exemptEmails: new Set([ann.email]) }));

  expect(toppedUp.verdict).toMatchObject({ kind: 'limited', headroomCredits: 150 });
  expect(exempt).toMatchObject({ verdict: { kind: 'stays', reason: 'exempt' }, status: 'exempt' });
});
