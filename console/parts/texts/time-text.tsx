import { useEffect, useState } from 'react';

import { agoText, dayText, timeText, utcText } from './times.ts';

const tickMs = 30_000;

/** The time of now, told again every half minute. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

interface TimeTextProps {
  /** An instant as the API gives it. */
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

/** A UTC day: figures are counted by these, wherever the reader is. */
export function DayText({ day, none = '–' }: { readonly day: string | null | undefined; readonly none?: string }) {
  return day === null || day === undefined ? (
    <span>{none}</span>
  ) : (
    <time dateTime={day} title={`${day} (UTC)`}>
      {dayText(day)}
    </time>
  );
}
