import fc from 'fast-check';

import { budgetKey, budgetModes, type Budget, type BudgetTerms } from '../../shared/budgets/budget.ts';
import { windowKinds, type WindowKind } from '../../shared/budgets/window.ts';

/** The default budget over a window, as the table holds it. */
export function aBudget(given: { window: WindowKind; credits: number; forecastAlert?: boolean }): Budget {
  return {
    scope: { kind: 'default' },
    window: given.window,
    amount: { kind: 'credits', credits: given.credits },
    mode: 'enforce',
    thresholds: [50, 80, 100],
    forecastAlert: given.forecastAlert ?? true,
    owners: [],
    version: 1,
    updatedBy: 'ada',
    updatedAt: '2026-03-01T00:00:00.000Z',
  };
}

const emails = fc.stringMatching(/^[a-z]{1,6}$/).map((name) => `${name}@acme.example`);

/** Texts with all that spreadsheets, quotes and line ends make hard, never blank altogether. */
const notes = fc
  .string({
    unit: fc.constantFrom(
      'a',
      'é',
      '"',
      "'",
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      ',',
      ';',
      '#',
      ' ',
      '\u001B',
      '\u202E',
      '\\u{1B}',
    ),
    maxLength: 12,
  })
  .filter((text) => text.trim() !== '');

/** Any terms that a file can hold, teams left out. */
export const someTerms: fc.Arbitrary<BudgetTerms> = fc.record(
  {
    scope: fc.oneof(
      fc.constant({ kind: 'org' } as const),
      fc.constant({ kind: 'default' } as const),
      emails.map((email) => ({ kind: 'user', email }) as const),
      fc.constant({ kind: 'members', name: 'web' } as const),
    ),
    window: fc.constantFrom(...windowKinds),
    amount: fc.oneof(
      fc.constant({ kind: 'unlimited' } as const),
      fc.nat().map((credits) => ({ kind: 'credits', credits }) as const),
    ),
    mode: fc.constantFrom(...budgetModes),
    thresholds: fc
      .uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 5 })
      .map((percents) => percents.toSorted((a, b) => a - b)),
    forecastAlert: fc.boolean(),
    owners: fc.uniqueArray(emails, { maxLength: 3 }),
    from: fc.constantFrom('2026-01-14', '2026-02-28'),
    to: fc.constantFrom('2026-02-28', '2026-12-31'),
    note: notes,
  },
  { requiredKeys: ['scope', 'window', 'amount', 'mode', 'thresholds', 'forecastAlert', 'owners'] },
);

/** Terms in the order of their keys, for comparing. */
export function termsOfAll(terms: readonly BudgetTerms[]): readonly BudgetTerms[] {
  return terms.toSorted((a, b) => (budgetKey(a) < budgetKey(b) ? -1 : 1));
}
