/** Creating one takes far longer than using it, and hours are looked up by the hundred. There are about 600 zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Converts Unix milliseconds to a time zone given by its IANA name: `Europe/Berlin`. */
export function localTimeOf(
  atMs: number,
  timeZone: string,
): {
  /** `Mon` to `Sun`. */
  readonly weekday: string;
  /** `YYYY-MM-DD` there. */
  readonly day: string;
  /** `HH:MM`. */
  readonly time: string;
} {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    weekday: part('weekday'),
    day: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

export function isTimeZone(timeZone: string): boolean {
  try {
    return formatOf(timeZone).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) {
    return known;
  }
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}
