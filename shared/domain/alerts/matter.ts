import type { Severity } from './severity.ts';
import { shortKey } from './short-key.ts';

export const matterTopics = [
  'anomaly',
  'invalid-edit',
  'several-teams',
  'uncappable',
  'row-failing',
  'guard-held',
  'promise-broken',
  'unreachable',
] as const;
export type MatterTopic = (typeof matterTopics)[number];

/** Something that stands until it is gone, in words that are ready to be told. */
export interface Matter {
  readonly topic: MatterTopic;
  /** Tells it from others of its topic. */
  readonly key: string;
  /** As long as this is the same, so is the matter: figures that move every night are not part of it. */
  readonly fingerprint: string;
  readonly severity: Severity;
  /** Told beside or instead of the admins. */
  readonly owners: readonly string[];
  readonly tellsAdmins: boolean;
  /** The effect first, in one sentence. */
  readonly headline: string;
  /** Why, and what to do. */
  readonly details: readonly string[];
  /** What is told when it is gone; absent when that is no news. */
  readonly goneHeadline?: string;
  /** It is gone when so many nights have not seen it. */
  readonly goneAfterNights: number;
}

export function matterAlertId({ topic, key }: Pick<Matter, 'topic' | 'key'>): string {
  return `matter/${topic}/${shortKey(key)}`;
}
