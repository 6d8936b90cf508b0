import { baseline } from './day/baseline.ts';
import { measureDay, type JobWork } from './day/run-day.ts';
import { runClaim } from './measure/claim.ts';
import { sumOf, tableText } from './measure/figures.ts';
import { ratioOf } from './measure/spread.ts';

/*
 * A whole day of all jobs on their schedules, the day after a first one: calls of the platform by endpoint and units
 * written by table, on the tables of a real engine, beside the same day under an earlier build. In the first day each
 * person works in one session for three hours; in the second all sessions of the list work all day.
 */

function sumsOf(jobs: readonly JobWork[]): { readonly written: number; readonly calls: number } {
  return {
    written: sumOf(jobs.map(({ written }) => total(written))),
    calls: sumOf(jobs.map(({ calls }) => total(calls))),
  };
}

function total(counts: Readonly<Record<string, number>>): number {
  return sumOf(Object.values(counts));
}

function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${Math.round(count)}`)
    .join(', ');
}

await runClaim(import.meta, async ({ number }) => {
  const [users, sessions] = [number('users'), number('sessions')];
  const days = [];
  for (const atWork of [0, sessions]) {
    const jobs = await measureDay({ users, sessions, atWork });
    const name = atWork === 0 ? 'one session a person at work' : 'all sessions at work';
    days.push({ name, atWork, jobs, ...sumsOf(jobs) });
  }
  const isBaseline = users === baseline.users && sessions === baseline.sessions;
  return {
    document: { users, sessions, days, baseline },
    ratios: days.flatMap(({ name, written, calls, ...day }, index) => {
      const before = isBaseline ? baseline.days[index] : undefined;
      const about = `${name}, ${users} people × ${sessions}`;
      return before === undefined || day.jobs.length === 0
        ? []
        : [
            ratioOf([`units written in a day, ${about}`, `build ${baseline.revision}`], before.written, written),
            ratioOf([`calls of the platform in a day, ${about}`, `build ${baseline.revision}`], before.calls, calls),
          ];
    }),
    report: days.flatMap(({ name, written, calls, jobs }) => [
      `${name}: ${Math.round(written)} units written, ${calls} calls of the platform\n`,
      tableText(
        ['job', 'units written, by table', 'calls of the platform', 'runs', 'units', 'calls', 'units read', 'CPU, s'],
        jobs.map((job) => [
          job.job,
          listed(job.written),
          listed(job.calls),
          job.runs,
          Math.round(total(job.written)),
          total(job.calls),
          Math.round(job.readUnits),
          job.cpuSeconds.toFixed(1),
        ]),
        3,
      ),
      ...jobs.flatMap(({ job, failures }) => [...new Set(failures)].map((failure) => `${job}: ${failure}`)),
      '',
    ]),
    hasReachedGoal: days.every(({ written, calls }, index) => {
      const before = isBaseline ? baseline.days[index] : undefined;
      return before === undefined || (written <= before.written && calls <= before.calls);
    }),
  };
});
