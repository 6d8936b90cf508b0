import type { Habits } from '../usage/habits.ts';

/** platform-api.md, "Organization user". Timestamps are ISO strings. */
export interface SimUser {
  readonly id: string;
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly createdAt: string;
  readonly lastSignInAt?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A stretch of time (Unix ms) on the roster, `untilMs` not included; `Infinity` while it lasts. */
export interface Stay {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Anybody who ever consumed or could have: on the roster now, earlier, later, or never (`listed` false). */
export interface Member extends SimUser {
  /** What randomness about this person is keyed by. */
  readonly label: number | string;
  /** The spelling analytics use, or null where they have none. */
  readonly analyticsEmail: string | null;
  /** False for the few ids that analytics know and the roster does not. */
  readonly listed: boolean;
  /** Never empty, ordered. */
  readonly stays: readonly Stay[];
  readonly habits: Habits;
  /** False for those who consume only what is posted for them: posted users, and everybody with `--empty`. */
  readonly worksUnasked: boolean;
}

/** Whether the person is there at a moment (Unix ms). */
export function isPresent(member: Member, atMs: number): boolean {
  return member.stays.some((stay) => stay.fromMs <= atMs && atMs < stay.untilMs);
}

/** Emails are matched trimmed and case-insensitively. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
