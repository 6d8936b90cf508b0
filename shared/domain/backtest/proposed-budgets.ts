import type { Budget, BudgetTerms } from '../budgets/budget.ts';
import { windowAt, type PlatformWindow, type WindowKind } from '../budgets/window.ts';
import { decideCap, type Binding } from '../caps/cap.ts';
import { bindingBudgets, layersOf, windowsInUse } from '../caps/layer.ts';
import type { CreditsByWindow, UsageTotals } from '../ledger/usage-totals.ts';
import { startOfDayMs, type Day } from '../time/day.ts';
import { reportedSince, sumOf, type Policy, type PolicyView } from './policy.ts';
import { msPerMinute } from './run-minutes.ts';

/** The budget whose limit somebody met. */
export type StoppedBy = Pick<Binding, 'scope' | 'window'>;

export interface ProposedBudgetsPolicy extends Policy {
  /** The budget behind a user's limit at a minute of a day that was replayed; undefined when there was no limit. */
  bindingAt(user: number, day: Day, minute: number): StoppedBy | undefined;
}

interface Held {
  readonly limitCredits: number;
  /** Ascending. */
  readonly bindings: { readonly fromMs: number; readonly binding: StoppedBy | undefined }[];
}

/** What the nightly run does with budgets: each user's limit from the layers that bind them. */
export function proposedBudgets(
  users: readonly string[],
  terms: readonly BudgetTerms[],
  platformWindow: PlatformWindow,
): ProposedBudgetsPolicy {
  const budgets = terms.map(asInTable);
  let held: readonly Held[] = users.map(() => ({ limitCredits: Infinity, bindings: [] }));
  return {
    limitsAt(view) {
      const inForce = bindingBudgets(budgets, [], view.today);
      const { usage, creditsOf } = usageOf(view, budgets, platformWindow);
      held = users.map((user, index) => {
        const before = held[index] ?? { limitCredits: Infinity, bindings: [] };
        const person = { userId: user, email: user, credits: creditsOf(index), isUnreadable: false };
        const known = { record: undefined, today: view.today, unlimitedCredits: Number.MAX_SAFE_INTEGER };
        const decision = decideCap(person, layersOf(person, inForce, usage), known);
        if (decision.kind === 'keep') {
          // No budget says anything: the limit stays as it is. Unlimited: there is none.
          return decision.reason === 'unlimited' ? changed(before, view, { limitCredits: Infinity }) : before;
        }
        return changed(before, view, decision);
      });
      return held.map(({ limitCredits }) => limitCredits);
    },
    bindingAt(user, day, minute) {
      const atMs = startOfDayMs(day) + minute * msPerMinute;
      return held[user]?.bindings.findLast(({ fromMs }) => fromMs <= atMs)?.binding;
    },
  };
}

function changed(
  { bindings }: Held,
  { nowMs }: PolicyView,
  { limitCredits, binding }: { readonly limitCredits: number; readonly binding?: StoppedBy },
): Held {
  const last = bindings.at(-1)?.binding;
  if (last?.scope !== binding?.scope || last?.window !== binding?.window) {
    bindings.push({ fromMs: nowMs, binding: binding && { scope: binding.scope, window: binding.window } });
  }
  return { limitCredits, bindings };
}

function usageOf(view: PolicyView, budgets: readonly Budget[], platformWindow: PlatformWindow) {
  const windows = windowsInUse(budgets, view.today, platformWindow);
  const used = windows.map(({ kind }): readonly [WindowKind, readonly number[]] => [
    kind,
    reportedSince(view, windowAt(kind, view.today, platformWindow).from),
  ]);
  const usage: UsageTotals = {
    windows,
    organization: Object.fromEntries(used.map(([kind, credits]) => [kind, sumOf(credits)])),
    users: new Map(),
    unreadableUserIds: new Set(),
  };
  const creditsOf = (user: number): CreditsByWindow =>
    Object.fromEntries(used.map(([kind, credits]) => [kind, credits[user] ?? 0]));
  return { usage, creditsOf };
}

/** A proposed budget, as if it stood in the table. */
function asInTable(terms: BudgetTerms): Budget {
  return { ...terms, version: 1, updatedBy: '', updatedAt: '' };
}
