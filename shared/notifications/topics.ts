/** A lease under which conditions and notifications are written: concurrent runs never write those of one lease. */
export const alertLeases = [
  'limits',
  'controls',
  // One for each of the other watchers.
  'roster',
  'sessions',
  'digest',
  'computers',
  'readiness',
  'requests',
  'live',
] as const;
export type AlertLease = (typeof alertLeases)[number];

interface TopicTerms {
  readonly lease: AlertLease;
  /** `when-acknowledged`: an event in the past, open until a person acknowledges it. */
  readonly resolves: 'when-not-seen' | 'when-acknowledged';
  readonly isEvidence?: true;
}

/** What jobs observe, by topic. Each job declares the topics that it emits. */
const topics = {
  anomaly: { lease: 'limits', resolves: 'when-not-seen' },
  'invalid-edit': { lease: 'limits', resolves: 'when-not-seen' },
  'several-teams': { lease: 'limits', resolves: 'when-not-seen' },
  uncappable: { lease: 'limits', resolves: 'when-not-seen' },
  'row-failing': { lease: 'limits', resolves: 'when-not-seen' },
  'guard-held': { lease: 'limits', resolves: 'when-not-seen' },
  'promise-broken': { lease: 'limits', resolves: 'when-not-seen' },
  unreachable: { lease: 'limits', resolves: 'when-not-seen' },
  stopped: { lease: 'limits', resolves: 'when-not-seen' },
  'budget-ending': { lease: 'limits', resolves: 'when-not-seen' },
  'last-day': { lease: 'limits', resolves: 'when-not-seen' },
  'address-moved': { lease: 'limits', resolves: 'when-not-seen' },
  'rows-followed': { lease: 'limits', resolves: 'when-not-seen' },
  'not-held': { lease: 'limits', resolves: 'when-not-seen' },
  'clock-off': { lease: 'limits', resolves: 'when-not-seen' },
  'totals-doubted': { lease: 'live', resolves: 'when-not-seen' },
  'controls-loosened': { lease: 'controls', resolves: 'when-not-seen', isEvidence: true },
  'history-gap': { lease: 'controls', resolves: 'when-not-seen', isEvidence: true },
  'history-shrank': { lease: 'controls', resolves: 'when-not-seen', isEvidence: true },
  'history-unreadable': { lease: 'controls', resolves: 'when-not-seen', isEvidence: true },
  'history-unwatched': { lease: 'controls', resolves: 'when-not-seen', isEvidence: true },
  'history-rewritten': { lease: 'controls', resolves: 'when-acknowledged', isEvidence: true },
  'history-went-back': { lease: 'controls', resolves: 'when-acknowledged', isEvidence: true },
  'history-restarted': { lease: 'controls', resolves: 'when-acknowledged', isEvidence: true },
  'session-over-ceiling': { lease: 'sessions', resolves: 'when-not-seen' },
  'session-unusual': { lease: 'sessions', resolves: 'when-not-seen' },
  'session-running-long': { lease: 'sessions', resolves: 'when-not-seen' },
  'session-pending-long': { lease: 'sessions', resolves: 'when-not-seen' },
  'session-error-loop': { lease: 'sessions', resolves: 'when-not-seen' },
  'session-action-failed': { lease: 'sessions', resolves: 'when-not-seen' },
  'evidence-changed': { lease: 'controls', resolves: 'when-acknowledged', isEvidence: true },
  'order-tampered': { lease: 'controls', resolves: 'when-acknowledged' },
  'evidence-unanchored': { lease: 'controls', resolves: 'when-not-seen' },
  'look-alike-users': { lease: 'roster', resolves: 'when-not-seen' },
  'idle-limits': { lease: 'roster', resolves: 'when-not-seen' },
  'computer-missing': { lease: 'computers', resolves: 'when-not-seen' },
  'computer-failed': { lease: 'computers', resolves: 'when-not-seen' },
  'computer-hangs': { lease: 'computers', resolves: 'when-not-seen' },
  'computer-unknown': { lease: 'computers', resolves: 'when-not-seen' },
  'computer-unlisted': { lease: 'computers', resolves: 'when-not-seen' },
  'fleet-list': { lease: 'computers', resolves: 'when-not-seen' },
  'readiness-regression': { lease: 'readiness', resolves: 'when-not-seen' },
  'readiness-in-doubt': { lease: 'readiness', resolves: 'when-not-seen' },
  'readiness-target': { lease: 'readiness', resolves: 'when-not-seen' },
  'readiness-reading': { lease: 'readiness', resolves: 'when-not-seen' },
} as const satisfies Readonly<Record<string, TopicTerms>>;

export type Topic = keyof typeof topics;

/** Topics of which a run can find that a condition is gone. */
export type ResolvableTopic = {
  [T in Topic]: (typeof topics)[T]['resolves'] extends 'when-not-seen' ? T : never;
}[Topic];

export type ResolvableTopicUnder<Lease extends AlertLease> = {
  [T in ResolvableTopic]: (typeof topics)[T]['lease'] extends Lease ? T : never;
}[ResolvableTopic];

export const topicNames = Object.keys(topics) as readonly Topic[];

export function termsOf(topic: Topic): TopicTerms {
  return topics[topic];
}

/** Whether an acknowledgement of a condition of a topic is evidence too: all of these are about the controls. */
export function isEvidenceTopic(topic: Topic): boolean {
  return termsOf(topic).isEvidence === true;
}

/** What a job reports in its own words, without a condition that stays open. */
export const reportTopics = {
  controls: { lease: 'controls' },
  roster: { lease: 'roster' },
  digest: { lease: 'digest' },
  request: { lease: 'requests' },
  'hook-invitation': { lease: 'requests' },
} as const satisfies Readonly<Record<string, Pick<TopicTerms, 'lease'>>>;

export type ReportTopic = keyof typeof reportTopics;
export const reportTopicNames = Object.keys(reportTopics) as readonly ReportTopic[];
