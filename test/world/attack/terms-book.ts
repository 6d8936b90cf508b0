import type { CalendarDay } from './calendar.ts';

/** A row of a budget, as it was written last. */
export interface BudgetTerms {
  readonly scope: string;
  readonly window: string;
  readonly amount: number;
  readonly from?: CalendarDay;
  readonly to?: CalendarDay;
  readonly reserved?: number;
}

/** A row of a top-up. */
export interface TopUpTerms {
  readonly id: string;
  readonly scope: string;
  readonly credits: number;
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly withinPool?: true;
  readonly takenFrom?: string;
  readonly raises?: readonly string[];
}

/** Whether a row can be read. */
interface Kept<T> {
  readonly terms: T;
  readonly isReadable: boolean;
}

/** All terms that somebody wrote, and what they come to on a day. */
export class TermsBook {
  readonly #budgets = new Map<string, Kept<BudgetTerms>>();
  readonly #topUps = new Map<string, Kept<TopUpTerms>>();

  writeBudget(terms: BudgetTerms, isReadable = true): void {
    this.#budgets.set(`${terms.scope} ${terms.window}`, { terms, isReadable });
  }

  writeTopUp(terms: TopUpTerms, isReadable = true): void {
    this.#topUps.set(terms.id, { terms, isReadable });
  }

  budgets(): readonly BudgetTerms[] {
    return Array.from(this.#budgets.values(), ({ terms }) => terms);
  }

  topUps(): readonly TopUpTerms[] {
    return Array.from(this.#topUps.values(), ({ terms }) => terms);
  }

  /** Rows that cannot be read. */
  spoiled(): { readonly budgets: readonly BudgetTerms[]; readonly topUps: readonly TopUpTerms[] } {
    const of = <T>(rows: Iterable<Kept<T>>): readonly T[] =>
      [...rows].filter(({ isReadable }) => !isReadable).map(({ terms }) => terms);
    return { budgets: of(this.#budgets.values()), topUps: of(this.#topUps.values()) };
  }

  /** What a pool has on a day; undefined where it is not in force, or its row cannot be read. */
  amountOn(name: string, day: CalendarDay): number | undefined {
    const { terms, isReadable = false } = this.#budgets.get(name) ?? {};
    if (terms === undefined || !isReadable || day < (terms.from ?? day) || (terms.to ?? day) < day) {
      return undefined;
    }
    return Array.from(this.#topUps.values())
      .filter((topUp) => topUp.isReadable && topUp.terms.from <= day && day <= topUp.terms.to)
      .filter(({ terms: { scope, raises = [] } }) => scope === terms.scope || raises.includes(terms.scope))
      .reduce((sum, topUp) => sum + topUp.terms.credits, terms.amount);
  }
}
