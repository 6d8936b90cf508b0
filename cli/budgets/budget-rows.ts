import type { InvalidBudget } from '../../shared/application/edits/ports.ts';
import { orderedBudgetRow } from '../../shared/contracts/budget-yaml.ts';
import type { Budget, BudgetTerms } from '../../shared/domain/budgets/budget.ts';
import { budgetKey, type BudgetChange } from '../../shared/domain/budgets/diff-budgets.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { termsOf } from './terms-of.ts';

/** A budget as the JSON documents show it. */
export function budgetDocument(budget: Budget): Readonly<Record<string, unknown>> {
  const { version, updatedBy, updatedAt } = budget;
  return { ...orderedBudgetRow(termsOf(budget)), version, updatedBy, updatedAt };
}

/** A row that cannot be read, and the version in force in its place, as the JSON documents show them. */
export function invalidDocument({ scope, window, problem, lastValid }: InvalidBudget) {
  return { scope, window, problem, inForce: lastValid === undefined ? null : budgetDocument(lastValid) };
}

/** A change of a budget as the JSON documents show it. */
export function changeDocument(change: BudgetChange) {
  const { scope, window } = change.kind === 'remove' ? change.before : change.after;
  return {
    change: change.kind,
    scope: formatScope(scope),
    window,
    before: change.kind === 'add' ? null : budgetDocument(change.before),
    after: change.kind === 'remove' ? null : orderedBudgetRow(change.after),
  };
}

/** Budgets as a table. */
export function budgetTable(budgets: readonly Budget[], style: Style): string {
  const rows = budgets.map((budget) => [
    formatScope(budget.scope),
    budget.window,
    amountText(budget),
    budget.mode,
    budget.thresholds.join(';'),
    forceText(budget),
    budget.owners.join(';'),
    budget.note ?? '',
  ]);
  const columns = [
    { title: 'Scope' },
    { title: 'Window' },
    { title: 'Amount', align: 'right' },
    { title: 'Mode' },
    { title: 'Thresholds' },
    { title: 'In force' },
    { title: 'Owners' },
    { title: 'Note' },
  ] as const;
  return renderTable(columns, rows, style);
}

/** Planned or made changes as a table: what is added, changed field by field, and removed. */
export function changeTable(changes: readonly BudgetChange[], style: Style): string {
  const rows = changes.map((change) => {
    const terms = change.kind === 'remove' ? change.before : change.after;
    return [change.kind, formatScope(terms.scope), terms.window, describeChange(change)];
  });
  return renderTable([{ title: 'Plan' }, { title: 'Scope' }, { title: 'Window' }, { title: 'What' }], rows, style);
}

/** One change in words. */
export function describeChange(change: BudgetChange): string {
  switch (change.kind) {
    case 'add':
      return briefly(change.after);
    case 'remove':
      return briefly(change.before);
    case 'change':
      return changedFields(termsOf(change.before), change.after).join('; ');
  }
}

/** What came of a budget between two versions, in words; absent terms are no budget. */
export function describeTermsChange(before: BudgetTerms | undefined, after: BudgetTerms | undefined): string {
  if (after === undefined) {
    return 'removed';
  }
  const fields = before === undefined ? [briefly(after)] : changedFields(before, after);
  return fields.length === 0 ? 'the same again' : fields.join('; ');
}

function briefly(terms: BudgetTerms): string {
  return `${amountText(terms)}, ${terms.mode}`;
}

/** All facts of one budget. */
export function describeBudget(budget: Budget, style: Style): string {
  const facts = Object.entries(budgetDocument(budget)).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(';') : String(value),
  ]);
  return renderTable([{ title: 'Budget' }, { title: budgetKey(budget) }], facts, style);
}

function changedFields(before: BudgetTerms, after: BudgetTerms): readonly string[] {
  const [old, fresh] = [before, after].map((terms) => new Map(Object.entries(orderedBudgetRow(terms)).map(asText)));
  const names = new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])]);
  return [...names]
    .filter((name) => old?.get(name) !== fresh?.get(name))
    .map((name) => `${name} ${old?.get(name) ?? 'none'} -> ${fresh?.get(name) ?? 'none'}`);
}

function asText([name, value]: [string, unknown]): [string, string] {
  if (Array.isArray(value)) {
    return [name, value.length === 0 ? 'none' : value.join(';')];
  }
  return [name, typeof value === 'number' ? grouped(value) : String(value)];
}

function amountText({ amount }: BudgetTerms): string {
  return amount.kind === 'unlimited' ? 'unlimited' : grouped(amount.credits);
}

function forceText({ from, to }: BudgetTerms): string {
  return from === undefined && to === undefined ? 'always' : `${from ?? ''}..${to ?? ''}`;
}
