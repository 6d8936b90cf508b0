import { msPerDay } from '../kernel/time/day.ts';
import type { Session } from './session.ts';

const daysKept = 60;

/** Until when what is known of a session is kept: so long after its last change. Unix milliseconds. */
export function keptUntilMs({ updatedAtMs }: Pick<Session, 'updatedAtMs'>): number {
  return updatedAtMs + daysKept * msPerDay;
}

/** Whether it is kept no more: the table forgets what is written of it, so nothing is. */
export function isPastKeeping(session: Pick<Session, 'updatedAtMs'>, nowMs: number): boolean {
  return keptUntilMs(session) <= nowMs;
}
