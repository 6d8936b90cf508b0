/** An instant in UTC and, where one is given, on the clock of a time zone: `2026-03-02 22:14 UTC (Tue 00:14 Europe/Kyiv)`. */
export function instantText(instant: string, timeZone?: string): string {
  const atMs = Date.parse(instant);
  if (Number.isNaN(atMs)) {
    return `${instant} (not an instant)`;
  }
  const utc = `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const isOther = timeZone !== undefined && timeZone !== 'UTC';
  return isOther ? `${utc} (${localText(atMs, timeZone)} ${timeZone})` : utc;
}

function localText(atMs: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  return `${parts.get('weekday') ?? ''} ${parts.get('hour') ?? ''}:${parts.get('minute') ?? ''}`;
}
