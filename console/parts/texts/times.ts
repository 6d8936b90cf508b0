const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000] as const;

const near = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const far = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const farther = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'long' });
const dayOnly = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** An instant in the reader's zone, as long as it takes to be understood. */
export function timeText(atMs: number, nowMs: number): string {
  const distanceMs = Math.abs(atMs - nowMs);
  const format = distanceMs < 6 * day ? near : distanceMs < 300 * day ? far : farther;
  return format.format(atMs);
}

/** The same in UTC, whole, as the command line prints it. */
export function utcText(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** `3 minutes ago`, `in 2 hours`. */
export function agoText(atMs: number, nowMs: number): string {
  const distanceMs = atMs - nowMs;
  const size = Math.abs(distanceMs);
  if (size < 45 * second) {
    return distanceMs > 0 ? 'in a moment' : 'just now';
  }
  const [unit, unitMs] =
    size < 45 * minute
      ? (['minute', minute] as const)
      : size < 22 * hour
        ? (['hour', hour] as const)
        : (['day', day] as const);
  return relative.format(Math.round(distanceMs / unitMs), unit);
}

/** A UTC day, as figures have it. */
export function dayText(utcDay: string): string {
  return dayOnly.format(Date.parse(`${utcDay}T00:00:00Z`));
}
