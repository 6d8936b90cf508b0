import { mailMetrics, runMetrics, runStatuses } from '../../shared/contracts/run-metrics.ts';

/**
 * The assumptions for a month. All of them are on the high side: everybody consumes on every day, every cap changes
 * every night, and one run a day of each job takes all the time of an invocation. (A durable run may take several, as
 * long as the platform keeps it busy; while it waits it costs nothing.)
 */
export const assumed = {
  daysInMonth: 31,
  /** Of every further run of a day, which finds nothing to do. */
  shortRunSeconds: 5,
  /** Runs that the streams of tables start: many rows that are written together start one. */
  streamRunsPerDay: { changed: 24, new: 48 },
  /** In so many hours of a day hooks start a run as often as they may. */
  hookHoursPerDay: 8,
  linesPerRun: 30,
  bytesPerLine: 1_000,
  /** Per user and night: a limit written as sent and as settled and its journal entry, transactions of 2 units each. */
  writeUnitsPerUserNight: 2 + 2 + 2,
  /** Per hundred users and night: a page of the roster, and one of three days, compressed, until put to use. */
  pageUnitsPerHundredUsersNight: 6 + 5,
  /** Per hundred users and night: those pages and a batch of limits, a step each (the most that it can be). */
  stepsPerHundredUsersNight: 1 + 1 + 1,
  /** Per run of a durable function: its beginning, its decisions and its end. */
  stepsPerRun: 12,
  /** A step with its result, as it is kept for a month. */
  bytesPerStep: 1_000,
  /** Per user and month: states and notices of thresholds, forecasts and unusual use, transactions of 2 units each. */
  alertWriteUnitsPerUserMonth: 60,
  /** Days of the ledger that a night reads: a window, the 120 of the forecasts, the 28 of the statistics, the 3 read again. */
  ledgerDaysReadPerNight: 31 + 120 + 28 + 3,
  /** Measured with random ids and days, compressed: a user in a day, and in the list of users. */
  ledgerRowBytes: 5,
  ledgerNameBytes: 40,
  /** Per night: for the totals, for the days, and with each of three days that are compared and set. */
  ledgerNamesReadPerNight: 2 + 3 + 3,
  writeUnitBytes: 1_024,
  /** Limit, roster entry and alert state of a user, read whole each night. */
  userBytes: 1_200,
  journalEntryBytes: 700,
  readUnitBytes: 4_096,
  /** Per run: lease, run record, lists of runs and open mails. */
  unitsPerRun: 20,
  /** One every three hours, and one for each change of the controls. */
  signedHeadsPerDay: 8 + 10,
  /** Each run of the job that signs looks at the newest ones. */
  signedHeadsReadPerRun: 5,
  mailsPerUserMonth: 2,
  adminMailsPerMonth: 31 * 5,
  /** Calls of the admin API: by admins with the command line or a page, and by people with links from mails. */
  adminCallsPerDay: 500,
  linkCallsPerUserMonth: 4,
  apiCallSeconds: 1,
  /** People without an account of AWS. */
  signedInPeople: 20,
  /** Data is never deleted: the month is the last of the first year. */
  daysStored: 365,
  /** Every metric that a function may write, whether it ever does or not. */
  metricsPerJob: Object.keys(runMetrics).length - 1 + runStatuses.length,
  /** Of a job that counts the reachable recipients: its runs have one status. */
  metricsOfMailJob: Object.keys(mailMetrics).length + 2,
} as const;
