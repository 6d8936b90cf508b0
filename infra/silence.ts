import { Cron } from 'croner';

import type { JobSchedule } from '../shared/kernel/runs/contract/job-declaration.ts';

const minutesPerHour = 60;
const msPerMinute = 60_000;
const msPerDay = 86_400_000;

/** A few days show every daily schedule; a day of the month must occur twice. */
const daysLookedThrough = { alike: 3, ofTheMonth: 70 } as const;

const from = new Date('2027-12-31T23:59:59Z');

/** CloudWatch evaluates at most a day of minute periods, or a week of hours. */
const hourlyPeriodsMax = 7 * 24;

export interface Silence {
  readonly periodMinutes: number;
  readonly periods: number;
}

/**
 * How long a job may be silent: one missed run, and the next taking all its time. Throws for a job too rare for an
 * alarm: it should run daily and find nothing to do.
 */
export function silenceOf(schedules: readonly JobSchedule[], timeLimitSeconds: number): Silence {
  const gapMinutes = largestGapMs(schedules) / msPerMinute;
  const toleratedMinutes = 2 * gapMinutes + timeLimitSeconds / 60;
  const periodMinutes = gapMinutes < 60 ? 5 : 60;
  const periods = Math.ceil(toleratedMinutes / periodMinutes);
  if (periods > hourlyPeriodsMax) {
    throw new Error(`A job that runs every ${gapMinutes} minutes is too seldom for an alarm to see it missing`);
  }
  return { periodMinutes, periods };
}

export function largestGapMs(schedules: readonly JobSchedule[]): number {
  const days = daysToLookThrough(schedules);
  const moments = [...new Set(schedules.flatMap((schedule) => momentsOf(schedule, days)))].toSorted((a, b) => a - b);
  return Math.max(...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment)));
}

export function runsPerDay(schedules: readonly JobSchedule[]): number {
  const days = daysToLookThrough(schedules);
  return schedules.flatMap((schedule) => momentsOf(schedule, days)).length / days;
}

/** The common start rate of many schedules in any hour: missing ones show in the sum. */
export function dueStarts(schedules: readonly JobSchedule[]): { readonly perHour: number; readonly hours: number } {
  const byMinute = startsByMinute(schedules);
  const hoursMax = byMinute.length / minutesPerHour;
  const rows = Array.from({ length: minutesPerHour }, (_, offset) =>
    Array.from({ length: hoursMax - 1 }, (_hour, hour) =>
      sum(byMinute.slice(offset + hour * minutesPerHour, offset + (hour + 1) * minutesPerHour)),
    ),
  );
  const sorted = rows.flat().toSorted((a, b) => a - b);
  const perHour = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { perHour, hours: 1 + Math.max(...rows.map((counts) => longestRunBelow(counts, perHour))) };
}

function startsByMinute(schedules: readonly JobSchedule[]): readonly number[] {
  const days = daysLookedThrough.alike;
  const starts = schedules
    .filter(({ dayOfMonth = '*' }) => dayOfMonth === '*')
    .flatMap((schedule) => momentsOf(schedule, days))
    .map((moment) => Math.floor((moment - from.getTime()) / msPerMinute));
  const counts = Map.groupBy(starts, (minute) => minute);
  return Array.from({ length: (days * msPerDay) / msPerMinute }, (_, minute) => counts.get(minute)?.length ?? 0);
}

function longestRunBelow(counts: readonly number[], least: number): number {
  let [longest, current] = [0, 0];
  for (const count of counts) {
    current = count < least ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function daysToLookThrough(schedules: readonly JobSchedule[]): number {
  return schedules.some(({ dayOfMonth = '*' }) => dayOfMonth !== '*')
    ? daysLookedThrough.ofTheMonth
    : daysLookedThrough.alike;
}

/** Cached by schedule and days: every stack asks for the same. */
const knownMoments = new Map<string, readonly number[]>();

function momentsOf({ minute, hour, dayOfMonth = '*' }: JobSchedule, days: number): readonly number[] {
  const pattern = `${minute} ${hour} ${dayOfMonth} * *`;
  const key = `${pattern} ${days}`;
  const moments = knownMoments.get(key) ?? findMoments(pattern, days);
  knownMoments.set(key, moments);
  return moments;
}

function findMoments(pattern: string, days: number): readonly number[] {
  const cron = new Cron(pattern, { timezone: 'UTC', paused: true });
  const endMs = from.getTime() + days * msPerDay;
  // Cron has at most one run a minute.
  const runsMax = (days * msPerDay) / msPerMinute;
  const moments: number[] = [];
  for (let next = cron.nextRun(from); next !== null && next.getTime() <= endMs; next = cron.nextRun(next)) {
    if (moments.length >= runsMax) {
      break;
    }
    moments.push(next.getTime());
  }
  return moments;
}
