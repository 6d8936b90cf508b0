/** One fact in the append-only journal. Its id derives from the fact, so writing it again changes nothing. */
export interface JournalEntry {
  readonly id: string;
  readonly at: string;
  readonly kind: JournalKind;
  readonly actor: string;
  readonly runId?: string;
  readonly subject?: string;
  readonly detail: Readonly<Record<string, JournalValue>>;
}

export type JournalValue =
  | string
  | number
  | boolean
  | null
  | readonly JournalValue[]
  | { readonly [key: string]: JournalValue };

export const journalKinds = [
  'entry-refused',
  'run-asked',
  'run-finished',
  'runs-voided',
  'roster-changed',
  'day-suspect',
  'day-complete',
  'day-restated',
  'cap-changed',
  'cap-renewed',
  'cap-failed',
  'cap-unknown',
  'alert-told',
  'alert-acknowledged',
  'alerts-muted',
  'alerts-unmuted',
  'mail-returned',
  'recipient-cleared',
  'controls-told',
  'controls-acknowledged',
  'baseline-approved',
  'exception-added',
  'exception-ended',
  'announcement-added',
  'announcement-ended',
  'budget-changed',
  'team-changed',
  'settings-changed',
  'session-policy-changed',
  'session-acted',
  'session-restored',
  'computer-changed',
  'readiness-target-changed',
  'computer-action-approved',
  'computer-action',
  'top-up-added',
  'top-up-ended',
  'top-up-changed',
  'exemption-added',
  'exemption-ended',
  'exemption-changed',
  'request-asked',
  'request-decided',
  'request-withdrawn',
  'hook-token-made',
  'hook-token-revoked',
  'hook-invited',
  'calendar-address-made',
  'calendar-address-revoked',
  'request-rule-changed',
  'channel-changed',
  'plan-held',
  'plan-approved',
  'plan-rejected',
  'plan-applied',
] as const;
export type JournalKind = (typeof journalKinds)[number];
