/** The events of a client that the hook reports. */
export const hookEvents = ['Stop', 'SubagentStop', 'SessionEnd', 'Notification'] as const;
export type HookEvent = (typeof hookEvents)[number];

/**
 * Whose session it is, as the hook on that person's machine says. It only aims: it decides who gets credits that are
 * provably free, and proves nothing.
 */
export interface Hint {
  readonly userId: string;
  readonly sessionId: string;
  readonly event: HookEvent;
  /** When it came in, by this installation's clock, in Unix milliseconds: clocks of other machines tell nothing. */
  readonly atMs: number;
}

/** An id of a session: visible characters of ASCII. */
export const sessionIdPattern = /^[\x21-\x7e]{1,200}$/u;

/** Hints of one session and event are one: the last. */
export function hintKey({ userId, sessionId, event }: Hint): string {
  return JSON.stringify([userId, sessionId, event]);
}

/** The last hint of each person, session and event, the earliest first. */
export function lastHints(hints: readonly Hint[]): readonly Hint[] {
  const last = new Map<string, Hint>();
  for (const hint of hints) {
    const key = hintKey(hint);
    if ((last.get(key)?.atMs ?? -Infinity) <= hint.atMs) {
      last.set(key, hint);
    }
  }
  return [...last.values()].toSorted((a, b) => a.atMs - b.atMs || (hintKey(a) < hintKey(b) ? -1 : 1));
}

/** Hints are kept for so many days: longer than the platform's data is ever behind. */
export const hintDaysKept = 8;

/** Whether somebody goes on working after an event, as far as is known. */
export function isAtWork(event: HookEvent): boolean {
  return event !== 'SessionEnd';
}

/** Somebody followed a link in a mail of theirs: they are likely to work that day. It only aims, as a hint does. */
export interface Visit {
  /** An email in its matching form. */
  readonly person: string;
  /** Unix milliseconds. */
  readonly atMs: number;
}

/** What scans mails opens their links as they come in. */
const scannedWithinMs = 10 * 60_000;

/** Whether it was a person who followed a link that was signed at a moment, as far as can be told. */
export function isVisit(signedAtMs: number, openedAtMs: number): boolean {
  return openedAtMs - signedAtMs > scannedWithinMs;
}
