export const hookEvents = ['Stop', 'SubagentStop', 'SessionEnd', 'Notification'] as const;
export type HookEvent = (typeof hookEvents)[number];

/** An untrusted report from a person's machine: it only decides who gets credits that are provably free. */
export interface Hint {
  readonly userId: string;
  readonly sessionId: string;
  readonly event: HookEvent;
  /** Arrival by this installation's clock, in Unix milliseconds: other machines' clocks are not trusted. */
  readonly atMs: number;
}

export const sessionIdPattern = /^[\x21-\x7e]{1,200}$/u;

/** Returns a hint's key: only the last hint of a session and event counts. */
export function hintKey({ userId, sessionId, event }: Hint): string {
  return JSON.stringify([userId, sessionId, event]);
}

/** Returns the last hint of each person, session and event, earliest first. */
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

/** Longer than the platform's data ever lags. */
export const hintDaysKept = 8;

/** Whether a person goes on working after an event, as far as is known. */
export function isAtWork(event: HookEvent): boolean {
  return event !== 'SessionEnd';
}

/** A person followed a link in a mail, so they are likely to work that day. Untrusted, like a hint. */
export interface Visit {
  readonly person: string;
  readonly atMs: number;
}

/** Mail scanners open links on arrival. */
const scannedWithinMs = 10 * 60_000;

/** Whether a signed link was probably opened by a person rather than a scanner. */
export function isVisit(signedAtMs: number, openedAtMs: number): boolean {
  return openedAtMs - signedAtMs > scannedWithinMs;
}
