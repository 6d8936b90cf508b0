import { z } from 'zod';

import { DAY_MS, MINUTE_MS } from '../day.ts';
import { firstWhere } from '../first-where.ts';
import type { SavedSlices } from '../state-file.ts';
import type { LimitStep } from './settle-day.ts';

/** A limit and the moment (Unix ms) it was set. */
export interface LimitChange {
  readonly atMs: number;
  readonly limitCredits: number;
}

/** Every limit ever set, per user id. */
export interface LimitBook {
  /** Sets a limit from `atMs` on; moments of one user never go back. */
  set(userId: string, change: LimitChange): void;
  /** All changes of a user, the oldest first. */
  historyOf(userId: string): readonly LimitChange[];
  /** The limits in force over a day: the first step is at minute 0, `Infinity` where there is none. */
  stepsOn(userId: string, dayNumber: number): readonly LimitStep[];
  /** Moves with every limit that is set. */
  revision(): number;
  /** Keeps what was set from outside; called once for a batch. */
  keep(): void;
}

const NO_LIMIT: readonly LimitStep[] = [{ minute: 0, limitCredits: Infinity }];
const HISTORY_LENGTH_MAX = 10_000;
const Saved = z.array(z.tuple([z.string(), z.number(), z.number()]));

/** A book that starts with the generated limits and goes on with those in the saved slice `limits`. */
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
    // The minute in progress has consumed nothing yet, so a change counts from that minute on. Of several changes
    // within one minute the last counts: the steps before it become empty.
    steps.push({ minute: Math.floor((change.atMs - startMs) / MINUTE_MS), limitCredits: change.limitCredits });
  }
  return steps;
}
