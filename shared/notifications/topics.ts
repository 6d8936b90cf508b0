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
  'exports',
] as const;
export type AlertLease = (typeof alertLeases)[number];

/** Groups of alerts: those that harm people's work first. */
export const alertGroups = [
  'stopped',
  'limits',
  'budgets',
  'controls',
  'accounts',
  'sessions',
  'computers',
  'readiness',
] as const;
export type AlertGroup = (typeof alertGroups)[number];

/** `snoozed` is acknowledged through a day, `muted` by a mute of its kind. */
export const alertStatuses = ['open', 'acknowledged', 'snoozed', 'muted'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

interface TopicTerms {
  readonly lease: AlertLease;
  readonly group: AlertGroup;
  /** Names many of them in a list, in front of their number. */
  readonly title: string;
  /** `when-acknowledged`: an event in the past, open until a person acknowledges it. */
  readonly resolves: 'when-not-seen' | 'when-acknowledged';
  readonly isEvidence?: true;
}

/** What jobs observe, by topic. Each job declares the topics that it emits. */
const topics = {
  anomaly: { lease: 'limits', resolves: 'when-not-seen', group: 'budgets', title: 'Unusual usage' },
  'invalid-edit': {
    lease: 'limits',
    resolves: 'when-not-seen',
    group: 'limits',
    title: 'Table rows that cannot be read',
  },
  'several-teams': { lease: 'limits', resolves: 'when-not-seen', group: 'accounts', title: 'People in several teams' },
  uncappable: { lease: 'limits', resolves: 'when-not-seen', group: 'limits', title: 'Users that cannot be capped' },
  'row-failing': {
    lease: 'limits',
    resolves: 'when-not-seen',
    group: 'limits',
    title: 'Limits that the platform refuses',
  },
  'guard-held': { lease: 'limits', resolves: 'when-not-seen', group: 'limits', title: 'Held runs' },
  'promise-broken': {
    lease: 'limits',
    resolves: 'when-not-seen',
    group: 'limits',
    title: 'Overspent guaranteed budgets',
  },
  unreachable: {
    lease: 'limits',
    resolves: 'when-not-seen',
    group: 'accounts',
    title: 'Addresses that mail does not reach',
  },
  stopped: { lease: 'limits', resolves: 'when-not-seen', group: 'stopped', title: 'People stopped' },
  'budget-ending': { lease: 'limits', resolves: 'when-not-seen', group: 'budgets', title: 'Budgets that end' },
  'last-day': {
    lease: 'limits',
    resolves: 'when-not-seen',
    group: 'budgets',
    title: 'Top-ups, budgets and exemptions that end',
  },
  'credits-moved': { lease: 'limits', resolves: 'when-not-seen', group: 'budgets', title: 'Moved credits' },
  'address-moved': {
    lease: 'limits',
    resolves: 'when-not-seen',
    group: 'accounts',
    title: 'Addresses that changed hands',
  },
  'rows-followed': {
    lease: 'limits',
    resolves: 'when-not-seen',
    group: 'accounts',
    title: 'People with a new address',
  },
  'not-held': { lease: 'limits', resolves: 'when-not-seen', group: 'limits', title: 'Guarantees not in force yet' },
  'clock-off': { lease: 'limits', resolves: 'when-not-seen', group: 'limits', title: 'Clocks that differ' },
  'export-failing': {
    lease: 'exports',
    resolves: 'when-not-seen',
    group: 'budgets',
    title: 'Monthly exports that fail',
  },
  'totals-doubted': {
    lease: 'live',
    resolves: 'when-not-seen',
    group: 'limits',
    title: 'Session totals that do not match',
  },
  'controls-loosened': {
    lease: 'controls',
    resolves: 'when-not-seen',
    isEvidence: true,
    group: 'controls',
    title: 'Controls loosened',
  },
  'history-gap': {
    lease: 'controls',
    resolves: 'when-not-seen',
    isEvidence: true,
    group: 'controls',
    title: 'Gaps in the controls history',
  },
  'history-shrank': {
    lease: 'controls',
    resolves: 'when-not-seen',
    isEvidence: true,
    group: 'controls',
    title: 'Controls history that shrank',
  },
  'history-unreadable': {
    lease: 'controls',
    resolves: 'when-not-seen',
    isEvidence: true,
    group: 'controls',
    title: 'Controls history that cannot be read',
  },
  'history-unwatched': {
    lease: 'controls',
    resolves: 'when-not-seen',
    isEvidence: true,
    group: 'controls',
    title: 'Controls history not watched',
  },
  'history-rewritten': {
    lease: 'controls',
    resolves: 'when-acknowledged',
    isEvidence: true,
    group: 'controls',
    title: 'Controls history rewritten',
  },
  'history-went-back': {
    lease: 'controls',
    resolves: 'when-acknowledged',
    isEvidence: true,
    group: 'controls',
    title: 'Controls history that went back',
  },
  'history-restarted': {
    lease: 'controls',
    resolves: 'when-acknowledged',
    isEvidence: true,
    group: 'controls',
    title: 'Controls history restarted',
  },
  'session-over-ceiling': {
    lease: 'sessions',
    resolves: 'when-not-seen',
    group: 'sessions',
    title: 'Sessions over the ceiling',
  },
  'session-unusual': { lease: 'sessions', resolves: 'when-not-seen', group: 'sessions', title: 'Unusual sessions' },
  'session-running-long': {
    lease: 'sessions',
    resolves: 'when-not-seen',
    group: 'sessions',
    title: 'Sessions running long',
  },
  'session-pending-long': {
    lease: 'sessions',
    resolves: 'when-not-seen',
    group: 'sessions',
    title: 'Sessions pending long',
  },
  'session-error-loop': {
    lease: 'sessions',
    resolves: 'when-not-seen',
    group: 'sessions',
    title: 'Sessions that repeat an error',
  },
  'session-action-failed': {
    lease: 'sessions',
    resolves: 'when-not-seen',
    group: 'sessions',
    title: 'Session actions that failed',
  },
  'evidence-changed': {
    lease: 'controls',
    resolves: 'when-acknowledged',
    isEvidence: true,
    group: 'controls',
    title: 'Evidence changed',
  },
  'order-tampered': {
    lease: 'controls',
    resolves: 'when-acknowledged',
    group: 'controls',
    title: 'Orders tampered with',
  },
  'evidence-unanchored': {
    lease: 'controls',
    resolves: 'when-not-seen',
    group: 'controls',
    title: 'Evidence without a signed head',
  },
  'look-alike-users': { lease: 'roster', resolves: 'when-not-seen', group: 'accounts', title: 'Look-alike accounts' },
  'idle-limits': {
    lease: 'roster',
    resolves: 'when-not-seen',
    group: 'accounts',
    title: 'Idle users with large limits',
  },
  'computer-missing': { lease: 'computers', resolves: 'when-not-seen', group: 'computers', title: 'Computers missing' },
  'computer-failed': {
    lease: 'computers',
    resolves: 'when-not-seen',
    group: 'computers',
    title: 'Computers that failed',
  },
  'computer-hangs': { lease: 'computers', resolves: 'when-not-seen', group: 'computers', title: 'Computers that hang' },
  'computer-unknown': {
    lease: 'computers',
    resolves: 'when-not-seen',
    group: 'computers',
    title: 'Computers of unknown state',
  },
  'computer-unlisted': {
    lease: 'computers',
    resolves: 'when-not-seen',
    group: 'computers',
    title: 'Computers not on the fleet list',
  },
  'fleet-list': {
    lease: 'computers',
    resolves: 'when-not-seen',
    group: 'computers',
    title: 'Faults of the fleet list',
  },
  'readiness-regression': {
    lease: 'readiness',
    resolves: 'when-not-seen',
    group: 'readiness',
    title: 'Readiness regressions',
  },
  'readiness-in-doubt': {
    lease: 'readiness',
    resolves: 'when-not-seen',
    group: 'readiness',
    title: 'Readiness scored differently',
  },
  'readiness-target': {
    lease: 'readiness',
    resolves: 'when-not-seen',
    group: 'readiness',
    title: 'Readiness below target',
  },
  'readiness-reading': {
    lease: 'readiness',
    resolves: 'when-not-seen',
    group: 'readiness',
    title: 'Readiness reports not read',
  },
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

/** Kinds of alerts that are no topic. */
const otherKinds = {
  'budget-use': { group: 'budgets', title: 'Budgets past a threshold' },
  forecast: { group: 'budgets', title: 'Budgets that will likely not last' },
  stop: { group: 'stopped', title: 'People stopped' },
} as const satisfies Readonly<Record<string, { readonly group: AlertGroup; readonly title: string }>>;

/** What an alert is about: a topic, or a budget's use or forecast, or one person's stop. */
export type AlertKind = Topic | keyof typeof otherKinds;

export const alertKinds = [...Object.keys(otherKinds), ...topicNames] as readonly AlertKind[];

export function leaseOfKind(kind: AlertKind): AlertLease {
  return kind in otherKinds ? 'limits' : topics[kind as Topic].lease;
}

export function kindTerms(kind: AlertKind): {
  readonly group: AlertGroup;
  readonly title: string;
  readonly isEvidence?: true;
} {
  return kind in otherKinds ? otherKinds[kind as keyof typeof otherKinds] : topics[kind as Topic];
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
} as const satisfies Readonly<Record<string, { readonly lease: AlertLease }>>;

export type ReportTopic = keyof typeof reportTopics;
export const reportTopicNames = Object.keys(reportTopics) as readonly ReportTopic[];
