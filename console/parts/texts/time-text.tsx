import { useEffect, useState } from 'react';

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

/** An instant in the reader's zone, as short as is unambiguous. */
function timeText(atMs: number, nowMs: number): string {
  const distanceMs = Math.abs(atMs - nowMs);
  const format = distanceMs < 6 * day ? near : distanceMs < 300 * day ? far : farther;
  return format.format(atMs);
}

/** In UTC, as the command line prints it. */
function utcText(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
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

/** A UTC day, as in figures. */
export function dayText(utcDay: string): string {
  return dayOnly.format(Date.parse(`${utcDay}T00:00:00Z`));
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

interface TimeTextProps {
  /** An instant from the API. */
  readonly at: string | null | undefined;
  /** As a distance from now. */
  readonly isAgo?: boolean;
  readonly none?: string;
}

/** An instant in the reader's zone, with UTC on hover. */
export function TimeText({ at, isAgo = false, none = '–' }: TimeTextProps) {
  const nowMs = useNow();
  const atMs = Date.parse(at ?? '');
  if (Number.isNaN(atMs)) {
    return <span>{none}</span>;
  }
  const here = timeText(atMs, nowMs);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={isAgo ? `${here}, ${utcText(atMs)}` : utcText(atMs)}>
      {isAgo ? agoText(atMs, nowMs) : here}
    </time>
  );
}

/** A UTC day, whatever the reader's zone. */
export function DayText({ day, none = '–' }: { readonly day: string | null | undefined; readonly none?: string }) {
  return day === null || day === undefined ? (
    <span>{none}</span>
  ) : (
    <time dateTime={day} title={`${day} (UTC)`}>
      {dayText(day)}
    </time>
  );
}
