import { invariant } from '../invariant.ts';
import type { AlertNotice } from './alert-notice.ts';
import { isAtLeast, type Severity } from './severity.ts';

/** When a recipient wants mail. Hours are whole, UTC, 0 to 23. */
export interface DeliveryWishes {
  /** Nothing but what is critical from `fromHour` until `untilHour`; over midnight when the first is the larger. */
  readonly quietHours?: { readonly fromHour: number; readonly untilHour: number };
  /** What matters less than `below` waits for one mail a day at `hour`. */
  readonly digest?: { readonly below: Severity; readonly hour: number };
}

const hourMs = 3_600_000;
const hoursPerDay = 24;

/** The instant, in Unix milliseconds, from which a notice may go out. Critical goes at once. */
export function dueAtMs({ at, severity }: Pick<AlertNotice, 'at' | 'severity'>, wishes: DeliveryWishes): number {
  const atMs = Date.parse(at);
  if (severity === 'critical') {
    return atMs;
  }
  const { digest, quietHours } = wishes;
  const waits = digest !== undefined && !isAtLeast(severity, digest.below);
  const readyMs = waits ? nextHourMs(atMs, digest.hour) : atMs;
  return quietHours !== undefined && isQuiet(readyMs, quietHours) ? nextHourMs(readyMs, quietHours.untilHour) : readyMs;
}

/** Splits the notices that are owed to one recipient into those to send now, as one mail, and those to keep. */
export function decideDelivery(
  owed: readonly AlertNotice[],
  wishes: DeliveryWishes,
  nowMs: number,
): { readonly due: readonly AlertNotice[]; readonly later: readonly AlertNotice[] } {
  const { quietHours } = wishes;
  const isQuietNow = quietHours !== undefined && isQuiet(nowMs, quietHours);
  const isDue = (notice: AlertNotice) =>
    dueAtMs(notice, wishes) <= nowMs && (notice.severity === 'critical' || !isQuietNow);
  return { due: owed.filter(isDue), later: owed.filter((notice) => !isDue(notice)) };
}

function isQuiet(atMs: number, { fromHour, untilHour }: { readonly fromHour: number; readonly untilHour: number }) {
  const hour = new Date(atMs).getUTCHours();
  return fromHour <= untilHour ? fromHour <= hour && hour < untilHour : hour >= fromHour || hour < untilHour;
}

/** The next instant, now included, at which it is exactly that hour. */
function nextHourMs(atMs: number, hour: number): number {
  invariant(Number.isInteger(hour) && hour >= 0 && hour < hoursPerDay, 'an hour is 0 to 23');
  const dayMs = hoursPerDay * hourMs;
  const sameDayMs = Math.floor(atMs / dayMs) * dayMs + hour * hourMs;
  return sameDayMs >= atMs ? sameDayMs : sameDayMs + dayMs;
}
