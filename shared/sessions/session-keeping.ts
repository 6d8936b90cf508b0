import { msPerDay } from '../kernel/time/day.ts';
import type { Session } from './session.ts';

const daysKept = 60;

/** Returns until when a session is stored after its last change, in Unix milliseconds. */
export function keptUntilMs({ updatedAtMs }: { readonly updatedAtMs: number }): number {
  return updatedAtMs + daysKept * msPerDay;
}

/** Whether it is no longer stored: the table would delete it, so nothing is written. */
export function isPastKeeping(session: Session, nowMs: number): boolean {
  return keptUntilMs(session) <= nowMs;
}
