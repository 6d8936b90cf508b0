import { door } from '../../functions/admin-api/door.ts';
import { jobs as declaredJobs } from '../../functions/jobs.ts';
import type { JobDeclaration } from '../../shared/contracts/job-declaration.ts';
import { runsPerDay } from '../silence.ts';
import { assumed } from './assumptions.ts';
import { deployedParts } from './deployed-parts.ts';
import { prices } from './prices.ts';

/** One line of the bill. */
export interface CostLine {
  readonly what: string;
  readonly arithmetic: string;
  /** So many units of it in a month, for so many users. */
  quantity(users: number): number;
  readonly price: number;
}

const bytesPerGb = 1e9;
/** As in shared/adapters/dynamo/items/ledger-chunk.ts. */
const ledgerChunks = 32;
const { daysInMonth, daysStored } = assumed;

/** The work of the jobs as numbers a month. */
function work(jobs: readonly JobDeclaration[]) {
  const perDay = jobs.map((job) => ({ job, runs: runsOf(job) }));
  const runs = daysInMonth * sum(perDay.map((each) => each.runs));
  const gbSeconds =
    daysInMonth *
    sum(
      perDay.map(
        ({ job: { limits }, runs: count }) =>
          (limits.memoryMb / 1_024) * (limits.timeSeconds + (count - 1) * assumed.shortRunSeconds),
      ),
    );
  return { runs, gbSeconds };
}

/** The runs of a job on a day. */
function runsOf({ schedules = [], streams, hookReports }: JobDeclaration): number {
  const scheduled = schedules.length === 0 ? 0 : runsPerDay(schedules);
  const reported = hookReports === undefined ? 0 : (assumed.hookHoursPerDay * 60) / hookReports.everyMinutes;
  return scheduled + reported + (streams === undefined ? 0 : assumed.streamRunsPerDay[streams.rows]);
}

/** What one organization costs in a month, line by line. */
export function costLines(jobs: readonly JobDeclaration[] = declaredJobs): readonly CostLine[] {
  const done = work(jobs);
  const durable = work(jobs.filter((job) => job.limits.durable !== undefined));
  return [...linesOfUse(done.runs), ...linesOfSteps(durable.runs), ...linesOfDoor(), ...linesOfRunning(jobs, done)];
}

/** What grows with the users. */
function linesOfUse(runs: number): readonly CostLine[] {
  return [
    {
      what: 'Tables, writes',
      arithmetic: `${assumed.writeUnitsPerUserNight} units a user and night, ${assumed.pageUnitsPerHundredUsersNight} a hundred users and night for pages, ${assumed.alertWriteUnitsPerUserMonth} a user and month for alerts; the ledger: ${ledgerChunks} chunks a night, twice, of ${assumed.ledgerRowBytes} + ${assumed.ledgerNameBytes} bytes a user, ${assumed.writeUnitBytes} bytes a unit; ${assumed.unitsPerRun} units a run`,
      quantity: (users) =>
        users * (daysInMonth * assumed.writeUnitsPerUserNight + assumed.alertWriteUnitsPerUserMonth) +
        (users / 100) * daysInMonth * assumed.pageUnitsPerHundredUsersNight +
        daysInMonth * ledgerUnitsPerNight(users) +
        runs * assumed.unitsPerRun,
      price: prices.tableWriteUnit,
    },
    {
      what: 'Tables, reads',
      arithmetic: `${assumed.ledgerDaysReadPerNight} rows of ${assumed.ledgerRowBytes} bytes, ${assumed.ledgerNamesReadPerNight} times ${assumed.ledgerNameBytes} and ${assumed.userBytes} more bytes a user and night, ${assumed.readUnitBytes} bytes a unit; ${assumed.unitsPerRun} units a run`,
      quantity: (users) =>
        (users * daysInMonth * bytesReadPerUser()) / assumed.readUnitBytes + runs * assumed.unitsPerRun,
      price: prices.tableReadUnit,
    },
    {
      what: 'Tables, storage with restore',
      arithmetic: `${daysStored} days of ${assumed.ledgerRowBytes} + ${assumed.journalEntryBytes} bytes a user, ${assumed.userBytes} + ${assumed.ledgerNameBytes} more bytes a user; in GB`,
      quantity: (users) => (users * bytesStoredPerUser()) / bytesPerGb,
      price: prices.tableGbMonth,
    },
    {
      what: 'Mails',
      arithmetic: `${assumed.mailsPerUserMonth} a user, ${assumed.adminMailsPerMonth} to admins`,
      quantity: (users) => users * assumed.mailsPerUserMonth + assumed.adminMailsPerMonth,
      price: prices.mail,
    },
  ];
}

/** What durable runs cost beside their time. */
function linesOfSteps(runs: number): readonly CostLine[] {
  const { stepsPerRun, stepsPerHundredUsersNight, mailsPerUserMonth, adminMailsPerMonth, bytesPerStep } = assumed;
  const steps = (users: number): number =>
    runs * stepsPerRun +
    (users / 100) * daysInMonth * stepsPerHundredUsersNight +
    users * mailsPerUserMonth +
    adminMailsPerMonth;
  return [
    {
      what: 'Durable runs, steps',
      arithmetic: `${stepsPerRun} a run, ${stepsPerHundredUsersNight} a hundred users and night, one a mail`,
      quantity: steps,
      price: prices.durableStep,
    },
    {
      what: 'Durable runs, data',
      arithmetic: `${bytesPerStep} bytes a step, written and kept for a month; in GB`,
      quantity: (users) => (steps(users) * bytesPerStep) / bytesPerGb,
      price: prices.durableGb,
    },
  ];
}

/** What the admin API costs. */
function linesOfDoor(): readonly CostLine[] {
  const { adminCallsPerDay, linkCallsPerUserMonth, apiCallSeconds, signedInPeople, bytesPerLine } = assumed;
  const gbSeconds = (door.limits.memoryMb / 1_024) * apiCallSeconds;
  // A line of the API and one of its function.
  const logGb = (2 * bytesPerLine) / bytesPerGb;
  return [
    {
      what: 'Admin API, calls',
      arithmetic: `${adminCallsPerDay} a day by admins, ${linkCallsPerUserMonth} a user and month with links: each ${apiCallSeconds} s of the function, its trace and two lines of log`,
      quantity: (users) => daysInMonth * adminCallsPerDay + users * linkCallsPerUserMonth,
      price:
        prices.apiCall +
        prices.functionRequest +
        prices.trace +
        gbSeconds * prices.functionGbSecond +
        logGb * prices.logGb,
    },
    {
      what: 'Admin API, people in the user pool',
      arithmetic: 'who sign in at least once; none with an issuer of your own',
      quantity: () => signedInPeople,
      price: prices.signedInPerson,
    },
  ];
}

/** What is the same for any number of them. */
function linesOfRunning(
  jobs: readonly JobDeclaration[],
  { runs, gbSeconds }: ReturnType<typeof work>,
): readonly CostLine[] {
  const parts = deployedParts();
  const fixed = (count: number) => () => count;
  return [
    {
      what: 'Functions, time',
      arithmetic: `memory × (one run a day at its time limit + all others at ${assumed.shortRunSeconds} s)`,
      quantity: fixed(gbSeconds),
      price: prices.functionGbSecond,
    },
    {
      what: 'Functions, calls; schedules; traces',
      arithmetic: 'one of each a run',
      quantity: fixed(runs),
      price: prices.functionRequest + prices.schedule + prices.trace,
    },
    {
      what: 'Logs',
      arithmetic: `${assumed.linesPerRun} lines of ${assumed.bytesPerLine} bytes a run; in GB`,
      quantity: fixed((runs * assumed.linesPerRun * assumed.bytesPerLine) / bytesPerGb),
      price: prices.logGb,
    },
    {
      what: 'Metrics',
      arithmetic: `${assumed.metricsPerJob} a job, ${assumed.metricsOfMailJob} for the one that handles bounces`,
      quantity: fixed(sum(jobs.map(metricsOf))),
      price: prices.metricMonth,
    },
    { what: 'Alarms', arithmetic: 'counted in the stacks', quantity: fixed(parts.alarms), price: prices.alarmMonth },
    {
      what: 'Dashboard',
      arithmetic: 'counted in the stacks',
      quantity: fixed(parts.dashboards),
      price: prices.dashboardMonth,
    },
    {
      what: 'Secrets',
      arithmetic: 'counted in the stacks',
      quantity: fixed(parts.secrets),
      price: prices.secretMonth,
    },
    ...linesOfEvidence(jobs, parts.keys),
  ];
}

/** What it costs to anchor the evidence outside of the tables. */
function linesOfEvidence(jobs: readonly JobDeclaration[], keys: number): readonly CostLine[] {
  const { signedHeadsPerDay, signedHeadsReadPerRun } = assumed;
  const signed = daysInMonth * signedHeadsPerDay;
  const looks = daysInMonth * sum(jobs.filter(({ anchors }) => anchors).map(runsOf));
  return [
    {
      what: 'Keys: of the evidence, of the alarms',
      arithmetic: 'counted in the stacks',
      quantity: () => keys,
      price: prices.keyMonth,
    },
    {
      what: 'Evidence, signatures and writes',
      arithmetic: `${signedHeadsPerDay} a day`,
      quantity: () => signed,
      price: prices.signature + prices.objectWriteOrList,
    },
    {
      what: 'Evidence, looks at what is signed',
      arithmetic: `a list and ${signedHeadsReadPerRun} objects a run of the job that signs`,
      quantity: () => looks,
      price: prices.objectWriteOrList + signedHeadsReadPerRun * prices.objectRead,
    },
  ];
}

function metricsOf(job: JobDeclaration): number {
  return job.mailEvents ? assumed.metricsOfMailJob : assumed.metricsPerJob;
}

function bytesReadPerUser(): number {
  const { ledgerDaysReadPerNight, ledgerRowBytes, ledgerNamesReadPerNight, ledgerNameBytes, userBytes } = assumed;
  return ledgerDaysReadPerNight * ledgerRowBytes + ledgerNamesReadPerNight * ledgerNameBytes + userBytes;
}

function bytesStoredPerUser(): number {
  const { ledgerRowBytes, journalEntryBytes, userBytes, ledgerNameBytes } = assumed;
  return daysStored * (ledgerRowBytes + journalEntryBytes) + userBytes + ledgerNameBytes;
}

/** A day, and the lists of users with those who are new on it: each item takes one unit at the least. */
function ledgerUnitsPerNight(users: number): number {
  const unitsOf = (bytesPerUser: number): number =>
    ledgerChunks * Math.ceil((users * bytesPerUser) / ledgerChunks / assumed.writeUnitBytes);
  return unitsOf(assumed.ledgerRowBytes) + unitsOf(assumed.ledgerNameBytes);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
