import { useEffect, useState } from 'react';

import { dayText } from '../../../shared/kernel/time/day.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'long' });

const parts = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;
const here = new Intl.DateTimeFormat('en-US', parts);
const inUtc = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' });

/** Day and minute of a moment in a zone: `Tue 1 Dec`, with the year where it may not be plain, and `14:05`. */
function momentIn(zone: Intl.DateTimeFormat, atMs: number, hasYear: boolean) {
  const of = Object.fromEntries(zone.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const year = hasYear ? ` ${of['year']}` : '';
  return { day: `${of['weekday']} ${of['day']} ${of['month']}${year}`, time: `${of['hour']}:${of['minute']}` };
}

/** The one form of a moment: `Tue 1 Dec, 00:00 UTC (01:00 your time)`. */
function timeText(atMs: number, nowMs: number): string {
  const hasYear = Math.abs(atMs - nowMs) > 300 * day;
  const [utc, own] = [momentIn(inUtc, atMs, hasYear), momentIn(here, atMs, hasYear)];
  const yours = own.day === utc.day ? own.time : `${own.day}, ${own.time}`;
  const isSame = own.day === utc.day && own.time === utc.time;
  return `${utc.day}, ${utc.time} UTC${isSame ? '' : ` (${yours} your time)`}`;
}

/** `3 minutes ago`, `in 2 hours`. */
function agoText(atMs: number, nowMs: number): string {
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

const tickMs = 30_000;

/** The present time, updated every half minute. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** An instant in UTC and in the reader's zone; as a distance, with the moment on hover. */
export function TimeText({
  at,
  isAgo = false,
  none = '–',
}: {
  /** An instant from the API. */
  readonly at: string | null | undefined;
  /** As a distance from now. */
  readonly isAgo?: boolean;
  readonly none?: string;
}) {
  const nowMs = useNow();
  const atMs = Date.parse(at ?? '');
  if (Number.isNaN(atMs)) {
    return <span>{none}</span>;
  }
  const shown = timeText(atMs, nowMs);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={isAgo ? shown : undefined}>
      {isAgo ? agoText(atMs, nowMs) : shown}
    </time>
  );
}

/** A UTC day, whatever the reader's zone. */
export function DayText({ day, none = '–' }: { readonly day: string | null | undefined; readonly none?: string }) {
  return day === null || day === undefined ? (
    <span>{none}</span>
  ) : (
    <time dateTime={day} title={`${dayText(day)} (UTC)`}>
      {dayText(day)}
    </time>
  );
}
