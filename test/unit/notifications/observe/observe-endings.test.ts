import { expect, test } from 'vitest';

import type { Budget } from '../../../../shared/budgets/budget.ts';
import { observeEndings } from '../../../../shared/notifications/observe/observe-endings.ts';
import { aBudget } from '../../../support/domain-samples.ts';

const forOrg = aBudget({ scope: { kind: 'org' }, window: 'month', to: '2026-03-31', owners: ['cfo@acme.example'] });
const forAll = aBudget({ scope: { kind: 'default' }, window: 'month' });
const ofAnn = aBudget({ scope: { kind: 'user', email: 'ann@acme.example' }, window: 'month', to: '2026-03-31' });

/** The forms in which the end of budgets is said on some days; nothing on a day without. */
function formsOn(budgets: readonly Budget[], ...days: readonly string[]): readonly (readonly string[])[] {
  return days.map((day) => observeEndings(budgets, day).map(({ fingerprint }) => fingerprint));
}

test('a budget that ends is said a week before, on its last day, and for as long as nothing takes its place', () => {
  expect(formsOn([forOrg], '2026-03-23', '2026-03-24', '2026-03-30', '2026-03-31', '2026-04-01', '2026-05-01')).toEqual(
    [[], ['until-2026-03-31'], ['until-2026-03-31'], ['last-day'], ['over'], ['over']],
  );
});

test('its owners and the admins read what binds afterwards', () => {
  const [alone] = observeEndings([forOrg], '2026-03-31');
  const [withDefault] = observeEndings([forOrg, forAll], '2026-03-31');

  expect(alone).toMatchObject({ owners: ['cfo@acme.example'], notifiesAdmins: true, severity: 'high' });
  expect(alone?.headline).toMatch(/no budget .*organization/u);
  expect(alone?.details.join(' ')).not.toContain('every user');
  expect(withDefault?.details.join(' ')).toMatch(/the default monthly budget/u);
});

test('once another budget of the same scope is in force, or a user has the default, nothing is open', () => {
  const week = aBudget({ scope: { kind: 'org' }, window: 'week' });

  expect(formsOn([forOrg, week], '2026-03-31', '2026-04-01')).toEqual([['last-day'], []]);
  expect(formsOn([ofAnn, forAll], '2026-03-31', '2026-04-01')).toEqual([['last-day'], []]);
  expect(formsOn([ofAnn], '2026-04-01')).toEqual([['over']]);
});

test('a budget that sets no caps ends without a word', () => {
  expect(formsOn([{ ...forOrg, mode: 'alert' }], '2026-03-31', '2026-04-01')).toEqual([[], []]);
});
