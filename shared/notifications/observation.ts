import type { Loosening } from '../controls/alerts/loosening.ts';
import type { HistoryAlarm } from '../controls/history/history-alarm.ts';
import type { AffectedUser } from './affected-user.ts';
import type { Severity } from './severity.ts';
import { shortKey } from './short-key.ts';
import type { Topic } from './topics.ts';

/** Something that a run has seen, in words that are ready for a mail. It is a condition for as long as runs see it. */
export interface Observation {
  readonly topic: Topic;
  /** Tells it from others of its topic. */
  readonly key: string;
  /** As long as this is the same, the condition has not changed: figures that move every night are not part of it. */
  readonly fingerprint: string;
  readonly severity: Severity;
  /** Notified beside or instead of the admins. */
  readonly owners: readonly string[];
  readonly notifiesAdmins: boolean;
  /** Whom it is about, where it is for them first. */
  readonly user?: AffectedUser;
  /** The effect first, in one sentence. */
  readonly headline: string;
  /** Why, and what to do. */
  readonly details: readonly string[];
  /** The headline once it is resolved; absent when nobody needs to hear of that. */
  readonly resolvedHeadline?: string;
  /** What was done as it was resolved, a line each. */
  readonly resolvedDetails?: readonly string[];
  /** It is resolved when so many nights have not seen it. */
  readonly resolvesAfterNights: number;
  /** What the job needs to know of the condition later on. The notifications do not depend on it. */
  readonly facts?: ObservedFacts;
}

/** Which of its fields an observation need not give: those that most have alike. */
type UsualField = 'owners' | 'notifiesAdmins' | 'resolvesAfterNights';

/** An observation. Unless it says otherwise it has no owners, is for the admins, and one night without it resolves it. */
export function observationOf(
  seen: Omit<Observation, UsualField> & Partial<Pick<Observation, UsualField>>,
): Observation {
  return { owners: [], notifiesAdmins: true, resolvesAfterNights: 1, ...seen };
}

/** What jobs attach to their observations, distinguished by `kind`. */
type ObservedFacts = HistoryAlarm | Loosening;

/** The beginning of the ids in the table since its first record: with another one, everything would be raised again. */
const idPrefix = 'matter';

export function observedConditionId({ topic, key }: Pick<Observation, 'topic' | 'key'>): string {
  return `${idPrefix}/${topic}/${shortKey(key)}`;
}
