import { daysBetween, dayOf } from '../kernel/time/day.ts';
import type { Pool } from './pool.ts';

/** Share of a pool's room that targets leave free, so that raises and newcomers need not wait for lowered limits. */
export const defaultReserveShare = 0.02;

/** Returns today's reserve: it shrinks to 0 on the window's last day. A future window needs none. */
export function reserveCredits(pool: Pool, roomCredits: number, terms: { nowMs: number; share: number }): number {
  const today = dayOf(terms.nowMs);
  if (today < pool.window.from) {
    return 0;
  }
  const nightsLeft = Math.max(0, daysBetween(today, pool.window.through));
  const days = daysBetween(pool.window.from, pool.window.through) + 1;
  return Math.floor(Math.max(0, roomCredits) * terms.share * (nightsLeft / days));
}
