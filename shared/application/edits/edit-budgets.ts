import type { Budget, BudgetTerms } from '../../domain/budgets/budget.ts';
import type { BudgetVersion, EditWay } from '../../domain/budgets/budget-version.ts';
import { budgetKey, type BudgetChange } from '../../domain/budgets/diff-budgets.ts';
import { formatScope } from '../../domain/budgets/scope.ts';
import type { JournalEntry, JournalValue } from '../../domain/journal/journal-entry.ts';
import { StaleBudgetError, type BudgetStore } from './ports.ts';
import type { Ids } from '../runs/ports.ts';

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
export async function editBudget(
  ports: EditPorts,
  change: BudgetChange,
  { way, ...author }: Author & { readonly way: EditWay },
): Promise<EditOutcome> {
  const before = change.kind === 'add' ? undefined : change.before;
  const terms = change.kind === 'remove' ? undefined : change.after;
  const { scope, window } = change.kind === 'remove' ? change.before : change.after;
  const seenVersion = before?.version ?? 0;
  const { last } = await ports.budgets.find({ scope: formatScope(scope), window });
  const version = Math.max(seenVersion, last?.version ?? 0) + 1;
  const edit = { scope, window, seenVersion, version, way, ...(terms === undefined ? {} : { terms }) };
  const entry = editEntry({ ...edit, by: author.name, at: author.at }, before, ports.ids.next());
  try {
    await ports.budgets.edit(edit, author, entry);
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

/** The journal entry of a version: who made it, and the budget before and after. `id` tells edits at once apart. */
export function editEntry(version: BudgetVersion, before: Budget | undefined, id: string): JournalEntry {
  const { scope, window, terms } = version;
  return {
    id: `budget/${formatScope(scope)}/${window}/${id}`,
    at: version.at,
    kind: 'budget-changed',
    actor: version.by,
    subject: formatScope(scope),
    detail: {
      window,
      way: version.way,
      before: before === undefined ? null : { ...describeTerms(before), version: before.version },
      after: terms === undefined ? null : { ...describeTerms(terms), version: version.version },
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
