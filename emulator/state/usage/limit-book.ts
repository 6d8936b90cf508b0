import { z } from 'zod';

import { DAY_MS, firstWhere, MINUTE_MS } from '../clock.ts';
import type { SavedSlices } from '../state-file.ts';
import type { LimitStep } from './settle-day.ts';

/** Set at this moment (Unix ms). */
export interface LimitChange {
  readonly atMs: number;
  readonly limitCredits: number;
}

export interface LimitBook {
  /** From `atMs` on; a user's moments never decrease. */
  set(userId: string, change: LimitChange): void;
  /** Oldest first. */
  historyOf(userId: string): readonly LimitChange[];
  /** The limits during a day: the first step at minute 0, `Infinity` for none. */
  stepsOn(userId: string, dayNumber: number): readonly LimitStep[];
  /** Changes with every limit. */
  revision(): number;
  keep(): void;
}

const NO_LIMIT: readonly LimitStep[] = [{ minute: 0, limitCredits: Infinity }];
const HISTORY_LENGTH_MAX = 10_000;
const Saved = z.array(z.tuple([z.string(), z.number(), z.number()]));

/** Starts with the generated limits and continues from the saved slice `limits`. */
export function limitBook(generated: ReadonlyMap<string, LimitChange>, saved: SavedSlices): LimitBook {
  const histories = new Map<string, LimitChange[]>([...generated].map(([userId, change]) => [userId, [change]]));
  const posted = Saved.parse(saved.load('limits') ?? []);
  let revision = 0;
  const append = (userId: string, change: LimitChange): void => {
    const history = histories.get(userId) ?? [];
    if (history.length >= HISTORY_LENGTH_MAX) {
      history.shift();
    }
    history.push(change);
    histories.set(userId, history);
  };
  for (const [userId, atMs, limitCredits] of posted) {
    append(userId, { atMs, limitCredits });
  }
  return {
    set(userId, change) {
      revision += 1;
      append(userId, change);
      posted.push([userId, change.atMs, change.limitCredits]);
    },
    historyOf: (userId) => histories.get(userId) ?? [],
    stepsOn: (userId, dayNumber) => stepsOf(histories.get(userId), dayNumber),
    revision: () => revision,
    keep: () => saved.save('limits', posted),
  };
}

function stepsOf(history: readonly LimitChange[] | undefined, dayNumber: number): readonly LimitStep[] {
  if (history === undefined) {
    return NO_LIMIT;
  }
  const startMs = dayNumber * DAY_MS;
  const next = firstWhere(0, history.length, (at) => (history[at]?.atMs ?? Infinity) > startMs);
  const steps: LimitStep[] = [{ minute: 0, limitCredits: history[next - 1]?.limitCredits ?? Infinity }];
  for (let index = next; index < history.length; index += 1) {
    const change = history[index];
    if (change === undefined || change.atMs >= startMs + DAY_MS) {
      break;
    }
    // The current minute has consumed nothing yet, so a change counts from it on. Of several changes in a minute the
    // last counts: earlier steps become empty.
    steps.push({ minute: Math.floor((change.atMs - startMs) / MINUTE_MS), limitCredits: change.limitCredits });
  }
  return steps;
}
