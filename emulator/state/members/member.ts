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

/** Time on the roster (Unix ms), without `untilMs`; `Infinity` while it lasts. */
export interface Stay {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A user who did or could consume: on the roster now, earlier, later, or never (`listed` false). */
export interface Member extends SimUser {
  readonly label: number | string;
  /** The spelling in analytics, or null for none. */
  readonly analyticsEmail: string | null;
  /** False for the few ids that only analytics know. */
  readonly listed: boolean;
  /** Never empty, ordered. */
  readonly stays: readonly Stay[];
  readonly habits: Habits;
  /** False for users with posted demand only: posted users, and all with `--empty`. */
  readonly worksUnasked: boolean;
}

export function isPresent(member: Member, atMs: number): boolean {
  return member.stays.some((stay) => stay.fromMs <= atMs && atMs < stay.untilMs);
}

/** Emails are matched trimmed and case-insensitively. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
