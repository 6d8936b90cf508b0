import type { Stores } from '../enforcement-world.ts';
import { plusDays, type CalendarDay } from './calendar.ts';
import type { DrawnMonths, EditHappening } from './drawn-months.ts';
import { TermsBook, type BudgetTerms, type TopUpTerms } from './terms-book.ts';

const record = { reason: 'agreed', createdBy: 'admin', version: 1 };

/** The tables as people edit them, by hand, and the book of what they wrote. */
export class TableEdits {
  readonly book = new TermsBook();
  readonly #stores: Stores;
  #edits = 0;
  #last: string | undefined;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  /** Teams and first rows. */
  begin({ windows, teamWindow, hasDefault, amount }: DrawnMonths): void {
    this.#stores.teams.writeByHand({ name: 'web', members: ['metadata.team=web'], position: 1 });
    windows.forEach((window) => this.#writeBudget({ scope: 'org', window, amount }));
    if (teamWindow !== undefined) {
      this.#writeBudget({ scope: 'team:web', window: teamWindow, amount: Math.round(amount / 3) });
    }
    if (hasDefault) {
      this.#writeBudget({ scope: 'default', window: 'month', amount: 8_000 });
    }
  }

  exempt(email: string, until: CalendarDay, nowMs: number): void {
    this.#edits += 1;
    this.#grant({ kind: 'exemption', id: `exemption-${this.#edits}`, email: email.toLowerCase(), until }, nowMs);
  }

  /** Changes what an event says. `today` is by the clock of whoever edits; `email`: whom it is about. */
  edit(
    event: EditHappening,
    { today, email, nowMs }: { readonly today: CalendarDay; readonly email: string; readonly nowMs: number },
  ): void {
    const { kind, factor, inDays, lasts } = event;
    this.#edits += 1;
    const shared = this.book.budgets().filter(({ scope }) => !scope.startsWith('user:'));
    const row = shared[event.who % shared.length];
    const id = `top-up-${this.#edits}`;
    const spell = {
      id,
      scope: `user:${email}`,
      from: plusDays(today, inDays % 3),
      to: plusDays(today, (inDays % 3) + lasts),
    };
    const other = this.#last;
    this.#last = email;
    const more = { ...spell, credits: Math.round(4_000 * factor) };
    if (row === undefined) {
      return;
    }
    switch (kind) {
      case 'amount':
        return this.#writeBudget({ ...row, amount: Math.round(row.amount * factor) });
      case 'remove-budget':
        return this.#writeBudget({ ...row, to: plusDays(today, -1) });
      case 'begin-budget':
        return this.#writeBudget({
          scope: row.scope,
          window: row.window,
          amount: row.amount,
          from: plusDays(today, inDays),
        });
      case 'end-budget':
        return this.#writeBudget({ ...row, to: plusDays(today, inDays) });
      case 'follow-budget': {
        const window = ['week', 'month', 'platform', 'quarter'].find((each) => each !== row.window) ?? 'week';
        this.#writeBudget({ ...row, to: plusDays(today, inDays) });
        const amount = Math.round(row.amount * factor);
        return this.#writeBudget({ scope: row.scope, window, amount, from: plusDays(today, inDays + 1) });
      }
      case 'own-budget':
        return this.#writeBudget({ scope: `user:${email}`, window: 'month', amount: Math.round(3_000 * factor) });
      case 'reserve': {
        const amount = Math.round(8_000 * factor);
        return this.#writeBudget({ scope: `user:${email}`, window: 'month', amount, reserved: Math.round(amount / 2) });
      }
      case 'top-up':
        return this.#writeTopUp(more, nowMs);
      case 'top-up-within':
        if (other !== undefined && other !== email && event.who % 2 === 0) {
          return this.#writeTopUp({ ...more, takenFrom: other }, nowMs);
        }
        return this.#writeTopUp({ ...more, withinPool: true }, nowMs);
      case 'top-up-raises':
        return this.#writeTopUp({ ...more, raises: [row.scope === 'team:web' ? 'team:web' : 'org'] }, nowMs);
      case 'team-top-up':
        return this.#writeTopUp({ ...more, scope: 'team:web' }, nowMs);
      case 'spoil':
        return this.#spoil(event.who, email, nowMs);
      case 'mend':
        return this.#mend(nowMs);
      case 'edit-run':
      case 'approve':
    }
  }

  /** A row becomes unreadable: an own one of somebody, or any. */
  #spoil(which: number, email: string, nowMs: number): void {
    const budgets = this.book.budgets();
    const topUps = this.book.topUps();
    const own = budgets.find(({ scope }) => scope === `user:${email}`);
    const topUp = topUps[which % Math.max(1, topUps.length)];
    const budget = own ?? budgets[which % budgets.length];
    if (topUp !== undefined && which % 2 === 0) {
      this.#writeTopUp(topUp, nowMs, false);
    } else if (budget !== undefined) {
      this.#writeBudget(budget, false);
    }
  }

  #mend(nowMs: number): void {
    const { budgets, topUps } = this.book.spoiled();
    budgets.forEach((terms) => this.#writeBudget(terms));
    topUps.forEach((terms) => this.#writeTopUp(terms, nowMs));
  }

  #writeBudget(terms: BudgetTerms, isReadable = true): void {
    this.book.writeBudget(terms, isReadable);
    this.#stores.budgets.writeByHand({ ...terms, ...(!isReadable && { amount: 'much' }) });
  }

  #writeTopUp(terms: TopUpTerms, nowMs: number, isReadable = true): void {
    this.book.writeTopUp(terms, isReadable);
    this.#grant({ kind: 'top-up', ...terms, ...(!isReadable && { credits: 'many' }) }, nowMs);
  }

  #grant(row: { readonly kind: string; readonly id: string } & Readonly<Record<string, unknown>>, nowMs: number): void {
    this.#stores.grants.writeByHand({ ...row, ...record, createdAt: new Date(nowMs).toISOString() });
  }
}
