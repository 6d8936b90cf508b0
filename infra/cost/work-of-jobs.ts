import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { runsPerDay } from '../silence.ts';
import { assumed } from './prices.ts';

const { daysInMonth } = assumed;

export function workOf(jobs: readonly JobDeclaration[]): {
  readonly runs: number;
  /** Of runs that find little to do. */
  readonly gbSeconds: number;
  /** Of other runs, for a number of users. */
  readonly longGbSeconds: (users: number) => number;
} {
  const perDay = jobs.map((job) => ({ job, gb: job.limits.memoryMb / 1_024, runs: runsOf(job) }));
  return {
    runs: daysInMonth * sum(perDay.map(({ runs }) => runs)),
    gbSeconds: daysInMonth * sum(perDay.map(({ gb, runs }) => gb * Math.max(0, runs - 1) * assumed.shortRunSeconds)),
    longGbSeconds: (users) =>
      daysInMonth * sum(perDay.map(({ job, gb, runs }) => gb * (longSeconds(runs) + secondsOfUsers(job, users)))),
  };
}

/** Monthly table uses by runs: with the account's keys, DynamoDB requests one at most this often. */
export function tableUses(jobs: readonly JobDeclaration[]): number {
  return daysInMonth * sum(jobs.map((job) => runsOf(job) * new Set(job.tables.map(({ table }) => table)).size));
}

export function runsOf({ schedules = [], streams, hookReports }: JobDeclaration): number {
  const scheduled = schedules.length === 0 ? 0 : runsPerDay(schedules);
  const reported = hookReports === undefined ? 0 : (assumed.hookHoursPerDay * 60) / hookReports.everyMinutes;
  return scheduled + reported + (streams === undefined ? 0 : assumed.streamRunsPerDay[streams.rows]);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function longSeconds(runs: number): number {
  return Math.min(1, runs) * assumed.longRunSeconds;
}

/** Daily seconds that grow with users: of the job that reads all use, and of those that list sessions. */
function secondsOfUsers(job: JobDeclaration, users: number): number {
  const { calls = [] } = job;
  const night = calls.includes('GET /api/v1/analytics/users') ? assumed.nightSecondsPerUser : 0;
  const looks = calls.includes('GET /api/v0/sessions') ? runsOf(job) * assumed.sessionSecondsPerUser : 0;
  return users * (night + looks);
}
