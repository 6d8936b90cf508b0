import type { Scope } from '../budgets/scope.ts';
import type { Loosening } from '../controls/alerts/loosening.ts';
import type { HistoryAlarm } from '../controls/history/history-alarm.ts';
import type { AffectedUser } from './affected-user.ts';
import type { Severity } from './severity.ts';
import { shortKey } from './short-key.ts';
import type { Topic } from './topics.ts';

/** Something that a run has seen, worded for a mail. It is a condition while runs see it. */
export interface Observation {
  readonly topic: Topic;
  /** Unique within its topic. */
  readonly key: string;
  /** While this is equal, the condition has not changed: figures that change every night are left out. */
  readonly fingerprint: string;
  readonly severity: Severity;
  /** Notified beside or instead of the admins. */
  readonly owners: readonly string[];
  readonly notifiesAdmins: boolean;
  readonly user?: AffectedUser;
  /** The email of the one person whom it is about, for readers who find them in the console. */
  readonly person?: string;
  /** Of the budget that it is about. */
  readonly scope?: Scope;
  /** The effect first, in one sentence. */
  readonly headline: string;
  readonly details: readonly string[];
  /** In place of the details, for owners who are no admins; resolved for each recipient. */
  readonly ownerDetails?: readonly string[];
  /** The email of one person whom an owner can give credits. */
  readonly example?: string;
  /** The headline once it is resolved; absent when that needs no notification. */
  readonly resolvedHeadline?: string;
  readonly resolvedDetails?: readonly string[];
  readonly resolvesAfterNights: number;
  readonly facts?: HistoryAlarm | Loosening;
}

/** Returns an observation. By default it has no owners, is for the admins, and one night without it resolves it. */
export function observationOf(
  seen: Omit<Observation, 'owners' | 'notifiesAdmins' | 'resolvesAfterNights'> & Partial<Observation>,
): Observation {
  return { owners: [], notifiesAdmins: true, resolvesAfterNights: 1, ...seen };
}

/** The prefix of stored ids since the first record: another one would raise everything again. */
const idPrefix = 'matter';

export function observedConditionId({ topic, key }: { readonly topic: Topic; readonly key: string }): string {
  return `${idPrefix}/${topic}/${shortKey(key)}`;
}
