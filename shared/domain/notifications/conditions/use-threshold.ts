import type { UseThreshold } from './condition-state.ts';
import { amountOf, isOnOrOver, ownerThresholdsOf, userThresholdsOf, type UseObservation } from './use-observation.ts';

/** What becomes of one threshold by one observation. */
export interface ThresholdChange {
  readonly line: UseThreshold | undefined;
  readonly isChanged: boolean;
  readonly news?: 'crossed' | 'resolved';
  /** It was provisional, and the ledger knows better. */
  readonly isWithdrawn?: true;
}

/** Every percent that counts now or counted before, ascending. */
export function thresholdPercents(seen: UseObservation, before: readonly UseThreshold[]): readonly number[] {
  const all = new Set([...ownerThresholdsOf(seen), ...userThresholdsOf(seen), ...before.map(({ percent }) => percent)]);
  return [...all].toSorted((a, b) => a - b);
}

/** What stands of the threshold at a percent. */
export function thresholdAt(lines: readonly UseThreshold[], percent: number): UseThreshold | undefined {
  return lines.find((line) => line.percent === percent);
}

/**
 * The threshold after an observation: crossed, resolved, withdrawn or as before. There is news of it once an amount, so
 * that a restatement that goes down and up again is silent.
 */
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

/** The ledger does not know yet what was seen, and nobody has raised the amount. */
function isAwaited({ seenOn, notifiedAmountCredits }: UseThreshold, seen: UseObservation): boolean {
  const isUnknown = seenOn !== undefined && (seen.dataThrough === undefined || seen.dataThrough < seenOn);
  return isUnknown && (amountOf(seen) ?? Infinity) <= notifiedAmountCredits;
}

/** Nobody is notified of that: whoever was warned was told that it is provisional, and is not warned of it again. */
export function withdrawn(line: UseThreshold): UseThreshold {
  const { seenOn: _, ...known } = line;
  return { ...known, phase: 'resolved', isResolutionNotified: true };
}

function seenOnOf({ seen }: UseObservation): Pick<UseThreshold, 'seenOn'> {
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

/** It stands by what was seen; the ledger does not know yet. */
export function isProvisional({ phase, seenOn }: UseThreshold): boolean {
  return phase === 'in-alarm' && seenOn !== undefined;
}
