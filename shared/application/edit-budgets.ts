import type { Budget, BudgetTerms } from '../domain/budgets/budget.ts';
import { budgetKey, type BudgetChange } from '../domain/budgets/diff-budgets.ts';
import { formatScope } from '../domain/budgets/scope.ts';
import type { JournalEntry, JournalValue } from '../domain/journal/journal-entry.ts';
import { StaleBudgetError, type BudgetStore, type Ids } from './ports.ts';

export interface EditPorts {
  readonly budgets: BudgetStore;
  readonly ids: Ids;
}

/** Who edits, and when (ISO instant). */
export interface Author {
  readonly name: string;
  readonly at: string;
}

/** What became of one edit. `stale`: somebody else changed the budget since it was read, and nothing was done. */
export type EditOutcome = { readonly kind: 'done' } | { readonly kind: 'stale'; readonly problem: string };

/** Makes one change of one budget, together with its journal entry, unless the budget has moved since it was read. */
export async function editBudget(ports: EditPorts, change: BudgetChange, author: Author): Promise<EditOutcome> {
  const before = change.kind === 'add' ? undefined : change.before;
  const after = change.kind === 'remove' ? undefined : change.after;
  const { scope, window } = change.kind === 'remove' ? change.before : change.after;
  const edit = { scope, window, seenVersion: before?.version ?? 0, ...(after === undefined ? {} : { terms: after }) };
  try {
    await ports.budgets.edit(
      edit,
      author,
      entryOf({ before, after }, { scope, window }, { author, id: ports.ids.next() }),
    );
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof StaleBudgetError)) {
      throw error;
    }
    const key = budgetKey({ scope, window });
    return {
      kind: 'stale',
      problem: `${key} was changed by somebody else meanwhile and was left alone; look and try again`,
    };
  }
}

function entryOf(
  { before, after }: { readonly before: Budget | undefined; readonly after: BudgetTerms | undefined },
  { scope, window }: Pick<BudgetTerms, 'scope' | 'window'>,
  { author, id }: { readonly author: Author; readonly id: string },
): JournalEntry {
  return {
    id: `budget/${formatScope(scope)}/${window}/${id}`,
    at: author.at,
    kind: 'budget-changed',
    actor: author.name,
    subject: formatScope(scope),
    detail: {
      window,
      before: before === undefined ? null : { ...describeTerms(before), version: before.version },
      after: after === undefined ? null : { ...describeTerms(after), version: (before?.version ?? 0) + 1 },
    },
  };
}

/** The terms as plain values that a journal can hold; absent fields are left out. */
function describeTerms(terms: BudgetTerms): Readonly<Record<string, JournalValue>> {
  const { amount, guarantee, from, to, note } = terms;
  return {
    amount: amount.kind === 'unlimited' ? 'unlimited' : amount.credits,
    mode: terms.mode,
    thresholds: terms.thresholds,
    forecastAlert: terms.forecastAlert,
    owners: terms.owners,
    ...(guarantee !== undefined && { guarantee: guarantee.kind === 'strict' ? 'strict' : guarantee.factor }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(note !== undefined && { note }),
  };
}
