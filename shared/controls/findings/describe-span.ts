const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Describes a duration in its two largest units: `2 hours 5 minutes`. */
export function describeSpan(spanMs: number): string {
  const first = units.findIndex(([, unitMs]) => spanMs >= unitMs);
  if (first === -1) {
    return 'less than a second';
  }
  let restMs = spanMs;
  const words: string[] = [];
  for (const [name, unitMs] of units.slice(first, first + 2)) {
    const count = Math.floor(restMs / unitMs);
    restMs -= count * unitMs;
    if (count > 0) {
      words.push(`${count} ${name}${count === 1 ? '' : 's'}`);
    }
  }
  return words.join(' ');
}

/** Milliseconds between two ISO instants, not negative; undefined for an invalid one. */
export function spanMs(from: string, until: string): number | undefined {
  const span = Date.parse(until) - Date.parse(from);
  return Number.isNaN(span) ? undefined : Math.max(0, span);
}
