/** List prices without free tiers, in US dollars. */
export const pricesOf = 'US East (N. Virginia), as published in early 2025';

export const prices = {
  tableWriteUnit: 0.625e-6,
  tableReadUnit: 0.125e-6,
  /** 0.25 for items, 0.20 for their restorable copy. */
  tableGbMonth: 0.45,
  /** On arm64. */
  functionGbSecond: 0.0000133334,
  functionRequest: 0.2e-6,
  durableStep: 8e-6,
  /** 0.25 to write, 0.15 to keep for a month. */
  durableGb: 0.4,
  schedule: 1e-6,
  trace: 5e-6,
  /** 0.50 to ingest, 0.03 a month for three months. */
  logGb: 0.59,
  /** Billed in hours with a value. */
  metricMonth: 0.3,
  alarmMonth: 0.1,
  dashboardMonth: 3,
  secretMonth: 0.4,
  secretRead: 5e-6,
  /** Each of the first two yearly rotations adds the same. */
  keyMonth: 1,
  keyRequest: 3e-6,
  /** With an elliptic curve key. */
  signature: 15e-6,
  objectWriteOrList: 5e-6,
  objectRead: 0.4e-6,
  mail: 0.1e-3,
  apiCall: 1e-6,
  /** Monthly, in a user pool of the tier Essentials. */
  signedInPerson: 0.015,
  /** By https. */
  edgeRequest: 1e-6,
  edgeGb: 0.085,
} as const;

/**
 * Monthly assumptions on the high side: every user consumes daily, and every cap changes nightly. Measured ones state
 * how; `npm run bench -- night-at-scale` prints a night's units.
 */
export const assumed = {
  daysInMonth: 31,
  /** Any run with a cold start and sequential calls of the platform and tables. */
  shortRunSeconds: 1,
  /** One run a day of each job, with work to do. */
  longRunSeconds: 30,
  /** Per user: of a night, a share of a call and of CPU; and of an hourly look at all sessions. */
  nightSecondsPerUser: 0.02,
  sessionSecondsPerUser: 0.0005,
  /** Stream-started runs: rows written together start one. */
  streamRunsPerDay: { changed: 24, new: 48 },
  /** Hours a day in which hooks start runs at the maximum rate. */
  hookHoursPerDay: 8,
  /** Two of them by Lambda. */
  linesPerRun: 6,
  bytesPerLine: 700,
  /** Per user and night, measured: a sent and a settled limit, in transactions of 2 units each. */
  limitUnitsPerUserNight: 2 + 2,
  /** Per user and night, measured with a third of users near a threshold: states, notifications, mails. */
  noticeUnitsPerUserNight: 3.1,
  /** Per hundred users and night, measured: pages of the roster and three days, a journal pack. */
  pageUnitsPerHundredUsersNight: 10 + 8,
  /** Per hundred users and night: those pages and a batch of limits, one step each (an upper bound). */
  stepsPerHundredUsersNight: 1 + 1 + 1,
  /** Per idle durable run, measured. */
  stepsPerRun: 3,
  /** Per night: start, decisions and end. */
  stepsPerNight: 45,
  /** A stored step with its result, kept for a month. */
  bytesPerStep: 1_000,
  /** Ledger days read per night: a window, 120 for forecasts, 28 for statistics, 3 read again. */
  ledgerDaysReadPerNight: 31 + 120 + 28 + 3,
  /** Measured with random ids and days, compressed: a user in a day, and in the user list. */
  ledgerRowBytes: 5,
  ledgerNameBytes: 40,
  /** Per night: for totals, for days, and with each of three compared and set days. */
  ledgerNamesReadPerNight: 2 + 3 + 3,
  writeUnitBytes: 1_024,
  /** A user's limit, roster entry and alert state, read whole each night. */
  userBytes: 1_200,
  /** Per user and night, in packs of a hundred. */
  journalBytes: 80,
  /** Per user and night, never deleted: notifications and their mails. */
  noticeBytes: 60,
  readUnitBytes: 4_096,
  /**
   * Per run: lease and run record in two transactions of 4 units, and a link; lists of runs and open mails. A night's
   * hourly look was measured as 6.5 units read.
   */
  writeUnitsPerRun: 10,
  readUnitsPerRun: 10,
  /** Those that are kept of each user, for 60 days; each works for three hours, so that this many looks see it change. */
  sessionsPerUser: 12,
  sessionDaysKept: 60,
  looksPerSession: 5,
  /**
   * Measured with random ids, compressed: a session in the lists of the two jobs that know it, of which one reads both.
   * A change is written twice, as such and in a base. `npm run bench -- day` prints a day's units.
   */
  sessionBytes: 145,
  sessionWrites: 2,
  sessionReads: 1.5,
  sessionLooksPerDay: 24,
  /** One every three hours, and one per change of the controls. */
  signedHeadsPerDay: 8 + 10,
  /** Read by each run of the signing job. */
  signedHeadsReadPerRun: 5,
  mailsPerUserMonth: 2,
  adminMailsPerMonth: 31 * 5,
  /** Admin API calls: by admins, and by people through each mail's link. */
  adminCallsPerDay: 100,
  adminCallsPerUserDay: 0.01,
  linkCallsPerUserMonth: 2,
  apiCallSeconds: 0.3,
  /** People without an AWS account: five plus one in a thousand users. */
  signedInPeople: 5,
  signedInPerUser: 0.001,
  /** Daily console hours per person, and page loads. */
  consoleHoursPerDay: 1,
  consoleLoadsPerDay: 5,
  /** Per load, measured with an empty browser cache. */
  filesPerLoad: 30,
  bytesPerLoad: 400_000,
  /** A visible page reloads this much every half minute. */
  readsPerHalfMinute: 3,
  bytesPerRead: 5_000,
  /** A log metric is billed in hours with a value, that is with failures. */
  badHoursPerMonth: 60,
  hoursPerMonth: 744,
  /** Share of runs in a new environment, which reads its secrets. Most functions start every few minutes. */
  coldShare: 0.3,
  /** Data is never deleted: the last month of the first year. */
  daysStored: 365,
} as const;
