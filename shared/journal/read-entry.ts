import { scopeName } from '../budgets/budget-title.ts';
import { parseScope } from '../budgets/scope.ts';
import { shortCredits } from '../kernel/texts/credits.ts';
import { dayAndMonth, isDay } from '../kernel/time/day.ts';
import type { JournalEntry } from './journal-entry.ts';

/** An entry as the admin API answers it. */
export interface ReadEntry extends Pick<JournalEntry, 'actor'> {
  readonly kind: string;
  readonly runId?: string | undefined;
  readonly subject?: string | undefined;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A sentence of what the entry's actor did. */
export function did({ actor }: ReadEntry, what: string): string {
  return `${actor === 'curfew' ? 'Curfew' : actor}${what.startsWith(':') ? what : ` ${what}`}`;
}

export function personOf(entry: ReadEntry): string {
  return hasText(entry, 'email') ? textOf(entry, 'email') : (entry.subject ?? 'an unknown user');
}

export function scopeText(subject = ''): string {
  const scope = parseScope(subject);
  return scope === undefined ? subject : scopeName(scope);
}

/** A text of the entry behind a colon; empty without one. */
export function after(entry: ReadEntry, field: string): string {
  return hasText(entry, field) ? `: ${textOf(entry, field)}` : '';
}

export function creditsOf(entry: ReadEntry, field: string): string {
  return amountText(entry.detail[field]);
}

export function amountText(value: unknown): string {
  return typeof value === 'number' ? shortCredits(value, 'credits') : typeof value === 'string' ? value : 'unknown';
}

export function dayOf(value: string | undefined): string {
  const first = (value ?? '').slice(0, 10);
  return isDay(first) ? dayAndMonth(first) : (value ?? 'an unknown day');
}

export function hasText({ detail }: ReadEntry, field: string): boolean {
  return typeof detail[field] === 'string' && detail[field] !== '';
}

export function textOf({ detail }: ReadEntry, field: string): string {
  const { [field]: value } = detail;
  return typeof value === 'string' ? value : 'unknown';
}

export function amountOf({ detail }: ReadEntry, field: string): number | undefined {
  const { [field]: value } = detail;
  return typeof value === 'number' ? value : undefined;
}

export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

export function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
