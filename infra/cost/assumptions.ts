/**
 * The assumptions for a month, on the high side: everybody consumes on every day, and every cap changes every night.
 * Measured ones say by what; `npm run bench -- night-at-scale` prints the units of a night again.
 */
export const assumed = {
  daysInMonth: 31,
  /** Of every run, a cold start included: calls of the platform and of tables, one after the other. */
  shortRunSeconds: 1,
  /** Of one run a day of each job, which has something to do. */
  longRunSeconds: 30,
  /** Of a night, for each user: a share of a call and of a processor; and of a look at all sessions of an hour. */
  nightSecondsPerUser: 0.02,
  sessionSecondsPerUser: 0.0005,
  /** Runs that the streams of tables start: many rows that are written together start one. */
  streamRunsPerDay: { changed: 24, new: 48 },
  /** In so many hours of a day hooks start a run as often as they may. */
  hookHoursPerDay: 8,
  /** With the two that Lambda writes. */
  linesPerRun: 6,
  bytesPerLine: 700,
  /** Per user and night, measured: a limit as sent and as settled, in transactions of 2 units each. */
  limitUnitsPerUserNight: 2 + 2,
  /** Per user and night, measured in an organization of which a third is near a threshold: states, notices, their mails. */
  noticeUnitsPerUserNight: 3.1,
  /** Per hundred users and night, measured: pages of the roster and of three days, a pack of the journal. */
  pageUnitsPerHundredUsersNight: 10 + 8,
  /** Per hundred users and night: those pages and a batch of limits, a step each (the most that it can be). */
  stepsPerHundredUsersNight: 1 + 1 + 1,
  /** Per run of a durable function, measured: one that finds nothing to do. */
  stepsPerRun: 3,
  /** Per night: its beginning, its decisions and its end. */
  stepsPerNight: 45,
  /** A step with its result, as it is kept for a month. */
  bytesPerStep: 1_000,
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
  /** Per user and night, in packs of a hundred. */
  journalBytes: 80,
  /** Per user and night, never deleted: what they were notified of, and in which mail. */
  noticeBytes: 60,
  readUnitBytes: 4_096,
  /**
   * Per run: lease and run record, in two transactions of 4 units, and a link; lists of runs and open mails. A night’s
   * hourly look was measured as 6.5 units read.
   */
  writeUnitsPerRun: 10,
  readUnitsPerRun: 10,
  /** One every three hours, and one for each change of the controls. */
  signedHeadsPerDay: 8 + 10,
  /** Each run of the job that signs looks at the newest ones. */
  signedHeadsReadPerRun: 5,
  mailsPerUserMonth: 2,
  adminMailsPerMonth: 31 * 5,
  /** Calls of the admin API: by admins with the command line or a page, and by people with a link from each mail. */
  adminCallsPerDay: 100,
  adminCallsPerUserDay: 0.01,
  linkCallsPerUserMonth: 2,
  apiCallSeconds: 0.3,
  /** People without an account of AWS: five, and one of a thousand users. */
  signedInPeople: 5,
  signedInPerUser: 0.001,
  /** How long each of them looks at the console on a day, and how often they load it again. */
  consoleHoursPerDay: 1,
  consoleLoadsPerDay: 5,
  /** Of a load, measured: without what browsers have kept. */
  filesPerLoad: 30,
  bytesPerLoad: 400_000,
  /** A page that is looked at reads so much again every half minute. */
  readsPerHalfMinute: 3,
  bytesPerRead: 5_000,
  /** A metric that is made of lines of logs is charged for by the hour, in hours in which something is wrong. */
  badHoursPerMonth: 60,
  hoursPerMonth: 744,
  /** Of the runs of a function, those in a new environment, which read its secrets again. Most start every few minutes. */
  coldShare: 0.3,
  /** Data is never deleted: the month is the last of the first year. */
  daysStored: 365,
} as const;
