import type { Amount, BudgetMode } from '../../budgets/budget.ts';
import { formatScope, type Scope } from '../../budgets/scope.ts';
import type { Window } from '../../budgets/window.ts';
import type { Day } from '../../kernel/time/day.ts';
import type { AffectedUser } from '../affected-user.ts';
import type { SeenPart, UseFacts } from './condition-event.ts';
import type { UseThreshold } from './condition-state.ts';

/** One night's use of one budget over one window, or of one user's share of a pool. Credits are integers. */
export interface UseObservation {
  readonly basis: UseFacts['basis'];
  readonly scope: Scope;
  readonly user?: AffectedUser | undefined;
  readonly window: Window;
  readonly mode: BudgetMode;
  readonly amount: Amount;
  readonly topUpCredits: number;
  readonly usedCredits: number;
  readonly usedBeforeChangeCredits?: number;
  /** The percentages at which owners are notified. Users are always notified at 80 and 100. */
  readonly thresholds: readonly number[];
  readonly owners: readonly string[];
  /** The person is stopped already, by another budget: this one stops them no more. */
  readonly isStopped?: boolean;
  /** Of an overcommitted pool: its limits add up to so many times the amount. */
  readonly overcommit?: number;
  readonly dataThrough?: Day;
  readonly expectedOn?: Day;
  /** Set between the nightly runs: the provisional part of `usedCredits`. It raises alarms and resolves none. */
  readonly seen?: SeenPart;
}

export const warnPercent = 80;

export const endPercent = 100;

export const shareIdPrefix = 'use/share/';
export const budgetIdPrefix = 'use/budget/';

export function useConditionId(seen: Pick<UseObservation, 'basis' | 'scope' | 'user' | 'window'>): string {
  const { basis, scope, user, window } = seen;
  return `use/${basis}/${formatScope(scope)}/${window.kind}/${window.from}/${user?.userId ?? ''}`;
}

/** The affected user is notified before being stopped, and when stopped; for a pool, only before. */
function userThresholdsOf({ user, basis, seen }: UseObservation): readonly number[] {
  if (user === undefined) {
    return [];
  }
  const ofShare = seen === undefined ? warnPercent : endPercent;
  return basis === 'share' ? [ofShare] : [warnPercent, endPercent];
}

/** Owners hear that people are stopped from the run that proves it. */
function ownerThresholdsOf({ thresholds, seen, mode }: UseObservation): readonly number[] {
  const isProvisional = seen !== undefined && mode === 'enforce';
  return isProvisional ? thresholds.filter((percent) => percent < endPercent) : thresholds;
}

/** Whether a use has reached one of its thresholds: only then can it raise a new alert. */
export function isPastAnyLine(seen: UseObservation): boolean {
  const amountCredits = amountOf(seen);
  const percents = [...ownerThresholdsOf(seen), ...userThresholdsOf(seen)];
  return amountCredits !== undefined && percents.some((percent) => isOnOrOver(seen, amountCredits, percent));
}

/** Top-ups included; undefined when unbounded. */
export function amountOf({ amount, topUpCredits }: UseObservation): number | undefined {
  return amount.kind === 'unlimited' ? undefined : amount.credits + topUpCredits;
}

/**
 * Exactly at the threshold is in alarm. Every use reaches an amount of 0: there is a notification that a person is
 * blocked when it is new, or when they used something nevertheless, and not again every month.
 */
function isOnOrOver(seen: UseObservation, amountCredits: number, percent: number): boolean {
  if (seen.seen?.ending !== undefined && seen.user !== undefined && percent === endPercent) {
    return true;
  }
  if (amountCredits === 0) {
    return seen.seen === undefined && (seen.usedCredits > 0 || seen.usedBeforeChangeCredits !== undefined);
  }
  return seen.usedCredits * 100 >= amountCredits * percent;
}

export interface ThresholdChange {
  readonly line: UseThreshold | undefined;
  readonly isChanged: boolean;
  readonly news?: 'crossed' | 'resolved';
  readonly isWithdrawn?: true;
}

export function thresholdPercents(seen: UseObservation, before: readonly UseThreshold[]): readonly number[] {
  const all = new Set([...ownerThresholdsOf(seen), ...userThresholdsOf(seen), ...before.map(({ percent }) => percent)]);
  return [...all].toSorted((a, b) => a - b);
}

export function thresholdAt(lines: readonly UseThreshold[], percent: number): UseThreshold | undefined {
  return lines.find((line) => line.percent === percent);
}

/** Returns the threshold after an observation. News once per amount: a restatement down and up is silent. */
export function thresholdChange(
  seen: UseObservation,
  before: UseThreshold | undefined,
  percent: number,
): ThresholdChange {
  const isForOwners = ownerThresholdsOf(seen).includes(percent);
  const isForUser = userThresholdsOf(seen).includes(percent);
  const amountCredits = amountOf(seen);
  const isOver = (isForOwners || isForUser) && amountCredits !== undefined && isOnOrOver(seen, amountCredits, percent);
  if (isOver) {
    return crossed(before, { percent, amountCredits, isForOwners, isForUser, ...seenOnOf(seen) });
  }
  if (before === undefined || before.phase === 'resolved' || seen.seen !== undefined || isAwaited(before, seen)) {
    return { line: before, isChanged: false };
  }
  if (before.seenOn !== undefined) {
    return { line: withdrawn(before), isChanged: true, isWithdrawn: true };
  }
  const line: UseThreshold = { ...before, phase: 'resolved', isResolutionNotified: true };
  const isAsked = isForOwners || isForUser;
  return isAsked && !before.isResolutionNotified
    ? { line, isChanged: true, news: 'resolved' }
    : { line, isChanged: true };
}

/** The ledger does not know yet what was observed, and the amount was not raised. */
function isAwaited({ seenOn, notifiedAmountCredits }: UseThreshold, seen: UseObservation): boolean {
  const isUnknown = seenOn !== undefined && (seen.dataThrough === undefined || seen.dataThrough < seenOn);
  return isUnknown && (amountOf(seen) ?? Infinity) <= notifiedAmountCredits;
}

/** Withdrawing is silent: the warned people know that it was provisional, and are not warned of it again. */
export function withdrawn(line: UseThreshold): UseThreshold {
  const { seenOn: _, ...known } = line;
  return { ...known, phase: 'resolved', isResolutionNotified: true };
}

function seenOnOf({ seen }: UseObservation): { readonly seenOn?: Day } {
  return seen === undefined ? {} : { seenOn: seen.at.slice(0, 10) };
}

function crossed(
  before: UseThreshold | undefined,
  now: Pick<UseThreshold, 'percent' | 'isForOwners' | 'isForUser' | 'seenOn'> & { readonly amountCredits: number },
): ThresholdChange {
  const { amountCredits, ...about } = now;
  if (before?.phase === 'in-alarm') {
    const { seenOn, ...known } = before;
    const isConfirmed = seenOn !== undefined && now.seenOn === undefined;
    return isConfirmed ? { line: known, isChanged: true } : { line: before, isChanged: false };
  }
  if (before !== undefined && amountCredits <= before.notifiedAmountCredits) {
    const { seenOn: _, ...known } = before;
    const again: UseThreshold = { ...known, phase: 'in-alarm' };
    return { line: now.seenOn === undefined ? again : { ...again, seenOn: now.seenOn }, isChanged: true };
  }
  return {
    line: { ...about, phase: 'in-alarm', notifiedAmountCredits: amountCredits, isResolutionNotified: false },
    isChanged: true,
    news: 'crossed',
  };
}

export function isProvisional({ phase, seenOn }: UseThreshold): boolean {
  return phase === 'in-alarm' && seenOn !== undefined;
}
