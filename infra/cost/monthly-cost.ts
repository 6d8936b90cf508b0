import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import type { CostLine } from './cost-line.ts';
import { deployedParts, metricMonthsOf, type Metrics } from './deployed-parts.ts';
import { linesOfConsole, linesOfUse } from './lines-of-use.ts';
import { assumed, prices } from './prices.ts';
import { runsOf, sum, workOf } from './work-of-jobs.ts';

const { daysInMonth } = assumed;

/** One organization's monthly cost, line by line. */
export function costLines(jobs: readonly JobDeclaration[], metrics: Metrics): readonly CostLine[] {
  return [
    ...linesOfUse(jobs),
    ...(metrics === 'all' ? linesOfConsole() : []),
    ...linesOfFunctions(jobs, metrics),
    ...linesOfParts(jobs, metrics),
  ];
}

export function totalDollars(lines: readonly CostLine[], users: number): number {
  return sum(lines.map((line) => line.quantity(users) * line.price));
}

function linesOfFunctions(jobs: readonly JobDeclaration[], metrics: Metrics): readonly CostLine[] {
  const { runs, gbSeconds, longGbSeconds } = workOf(jobs);
  const { linesPerRun, bytesPerLine } = assumed;
  return [
    {
      what: 'Functions, runs with little to do',
      arithmetic: `memory × ${assumed.shortRunSeconds} s × all runs but one a day of each job`,
      quantity: () => gbSeconds,
      price: prices.functionGbSecond,
      less: 'fewer schedules (shared/jobs.ts)',
    },
    {
      what: 'Functions, runs with much to do',
      arithmetic: `memory × (${assumed.longRunSeconds} s a day of each job; ${assumed.nightSecondsPerUser} s a user and night; ${assumed.sessionSecondsPerUser} s a user and look at sessions)`,
      quantity: longGbSeconds,
      price: prices.functionGbSecond,
      less: 'fewer hooks (docs/live.md)',
    },
    {
      what: metrics === 'all' ? 'Functions, calls; schedules; traces' : 'Functions, calls; schedules',
      arithmetic: 'one of each a run',
      quantity: () => runs,
      price: prices.functionRequest + prices.schedule + (metrics === 'all' ? prices.trace : 0),
      less: metrics === 'all' ? '`metrics: few` ends the traces' : 'fewer schedules, as above',
    },
    {
      what: 'Logs',
      arithmetic: `${linesPerRun} lines of ${bytesPerLine} bytes a run, kept for three months; in GB`,
      quantity: () => (runs * linesPerRun * bytesPerLine) / 1e9,
      price: prices.logGb,
      less: 'no: they say why a run failed',
    },
  ];
}

function linesOfParts(jobs: readonly JobDeclaration[], metrics: Metrics): readonly CostLine[] {
  const { metricsOfLogs, alarms, dashboards, secrets, keys } = deployedParts(jobs, metrics);
  const { badHoursPerMonth, hoursPerMonth, coldShare } = assumed;
  const own = metrics === 'all' ? sum(jobs.map(metricMonthsOf)) : 0;
  const reads = daysInMonth * coldShare * sum(jobs.map((job) => runsOf(job) * (job.secrets ?? []).length));
  return [
    {
      what: 'Metrics',
      arithmetic: `${metricsOfLogs} made of lines of logs, with a value in ${badHoursPerMonth} of ${hoursPerMonth} hours${metrics === 'all' ? '; those that jobs write, by the hours in which they run' : ''}; AWS’s own are free`,
      quantity: () => (metricsOfLogs * badHoursPerMonth) / hoursPerMonth + own,
      price: prices.metricMonth,
      less: metrics === 'all' ? '`metrics: few`' : 'the default is the least',
    },
    {
      what: 'Alarms',
      arithmetic: 'counted in the stacks',
      quantity: () => alarms,
      price: prices.alarmMonth,
      less: metrics === 'all' ? '`metrics: few`' : 'the default is the least',
    },
    ...(dashboards === 0
      ? []
      : [
          {
            what: 'Dashboard',
            arithmetic: 'counted in the stacks',
            quantity: () => dashboards,
            price: prices.dashboardMonth,
            less: '`metrics: few`; saved queries of the logs show the same',
          },
        ]),
    {
      what: 'Secrets',
      arithmetic: 'counted in the stacks; one more for each of `platformKeys`',
      quantity: () => secrets,
      price: prices.secretMonth,
      less: 'no: one would be read by functions that must not know the others',
    },
    {
      what: 'Secrets, reads',
      arithmetic: `each secret of a job in ${coldShare} of its runs`,
      quantity: () => reads,
      price: prices.secretRead,
      less: 'fewer schedules, as above',
    },
    ...linesOfEvidence(jobs, keys),
  ];
}

function linesOfEvidence(jobs: readonly JobDeclaration[], keys: number): readonly CostLine[] {
  const { signedHeadsPerDay, signedHeadsReadPerRun } = assumed;
  const looks = daysInMonth * sum(jobs.filter(({ anchors }) => anchors).map(runsOf));
  return [
    {
      what: 'Keys',
      arithmetic: 'counted in the stacks: evidence; with `ownKeys` alarms and requests of tables',
      quantity: () => keys,
      price: prices.keyMonth,
      less: 'no: evidence is signed where no one has the key',
    },
    {
      what: 'Evidence, signatures and writes',
      arithmetic: `${signedHeadsPerDay} a day`,
      quantity: () => daysInMonth * signedHeadsPerDay,
      price: prices.signature + prices.objectWriteOrList,
      less: 'no: as the key',
    },
    {
      what: 'Evidence, looks at what is signed',
      arithmetic: `a list and ${signedHeadsReadPerRun} objects a run of the job that signs`,
      quantity: () => looks,
      price: prices.objectWriteOrList + signedHeadsReadPerRun * prices.objectRead,
      less: 'no: as the key',
    },
  ];
}
