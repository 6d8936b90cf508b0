import { adminApi } from '../../shared/kernel/runs/contract/admin-api-function.ts';
import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import type { CostLine } from './cost-line.ts';
import { assumed, prices } from './prices.ts';
import { workOf } from './work-of-jobs.ts';

const bytesPerGb = 1e9;
/** See shared/ledger/store/ledger-chunk.ts: about this many people are in the first list, the rest in chunks. */
const peopleOfFirst = 4_500;
const ledgerChunks = 32;
const { daysInMonth, daysStored } = assumed;

/** Costs that grow with users. */
export function linesOfUse(jobs: readonly JobDeclaration[]): readonly CostLine[] {
  const durable = jobs.filter(({ limits }) => limits.durable !== undefined);
  return [...linesOfTables(workOf(jobs).runs), mails, ...linesOfSteps(workOf(durable).runs), ...linesOfAdminApi()];
}

function linesOfTables(runs: number): readonly CostLine[] {
  return [
    {
      what: 'Tables, writes',
      arithmetic: `units: ${assumed.limitUnitsPerUserNight} a user and night for a limit, ${assumed.noticeUnitsPerUserNight} for notices, ${assumed.pageUnitsPerHundredUsersNight} a hundred users for pages and journal; the ledger: a list of ${peopleOfFirst} people and ${ledgerChunks} chunks, twice a night, of ${assumed.ledgerRowBytes} + ${assumed.ledgerNameBytes} bytes a user, ${assumed.writeUnitBytes} bytes a unit; ${assumed.writeUnitsPerRun} a run`,
      quantity: (users) =>
        daysInMonth * (users * unitsPerUserNight + ledgerUnitsPerNight(users)) + runs * assumed.writeUnitsPerRun,
      price: prices.tableWriteUnit,
      less: 'month budgets: their limits change at fewer nights',
    },
    ...linesOfSessions,
    {
      what: 'Tables, reads',
      arithmetic: `${assumed.ledgerDaysReadPerNight} rows of ${assumed.ledgerRowBytes} bytes, ${assumed.ledgerNamesReadPerNight} times ${assumed.ledgerNameBytes} and ${assumed.userBytes} more bytes a user and night, ${assumed.readUnitBytes} bytes a unit; ${assumed.readUnitsPerRun} units a run`,
      quantity: (users) =>
        (users * daysInMonth * bytesReadPerUser()) / assumed.readUnitBytes + runs * assumed.readUnitsPerRun,
      price: prices.tableReadUnit,
      less: 'no: what is planned is planned from all of it',
    },
    {
      what: 'Tables, storage with restore',
      arithmetic: `${daysStored} days of ${bytesPerUserNight} bytes a user, ${assumed.userBytes} + ${assumed.ledgerNameBytes} more bytes a user; in GB`,
      quantity: (users) => (users * bytesStoredPerUser()) / bytesPerGb,
      price: prices.tableGbMonth,
      less: 'no: nothing of the journal is deleted',
    },
  ];
}

const { sessionsPerUser, sessionDaysKept, sessionBytes, looksPerSession, sessionLooksPerDay } = assumed;

const linesOfSessions: readonly CostLine[] = [
  {
    what: 'Sessions, writes',
    arithmetic: `${sessionsPerUser} a user in ${sessionDaysKept} days, ${looksPerSession} changes each, ${assumed.sessionWrites} times ${sessionBytes} bytes`,
    quantity: (users) => {
      const changesPerDay = (users * sessionsPerUser * looksPerSession) / sessionDaysKept;
      return (daysInMonth * changesPerDay * assumed.sessionWrites * sessionBytes) / assumed.writeUnitBytes;
    },
    price: prices.tableWriteUnit,
    less: '`live.mode: off`',
  },
  {
    what: 'Sessions, reads',
    arithmetic: `all of them hourly, ${assumed.sessionReads} times`,
    quantity: (users) => {
      const bytesPerLook = users * sessionsPerUser * sessionBytes * assumed.sessionReads;
      return (daysInMonth * sessionLooksPerDay * bytesPerLook) / assumed.readUnitBytes;
    },
    price: prices.tableReadUnit,
    less: '`live.mode: off`',
  },
];

const mails: CostLine = {
  what: 'Mails',
  arithmetic: `${assumed.mailsPerUserMonth} a user, ${assumed.adminMailsPerMonth} to admins`,
  quantity: (users) => users * assumed.mailsPerUserMonth + assumed.adminMailsPerMonth,
  price: prices.mail,
  less: 'fewer thresholds, forecastAlert off, a digest (docs/alerts.md)',
};

function linesOfSteps(runs: number): readonly CostLine[] {
  const { stepsPerRun, stepsPerNight, stepsPerHundredUsersNight, mailsPerUserMonth, adminMailsPerMonth } = assumed;
  const steps = (users: number): number =>
    runs * stepsPerRun +
    daysInMonth * (stepsPerNight + (users / 100) * stepsPerHundredUsersNight) +
    users * mailsPerUserMonth +
    adminMailsPerMonth;
  return [
    {
      what: 'Durable runs, steps',
      arithmetic: `${stepsPerRun} a run, ${stepsPerNight} a night, ${stepsPerHundredUsersNight} a hundred users and night, one a mail`,
      quantity: steps,
      price: prices.durableStep,
      less: 'no: a run that is stopped goes on behind its last step',
    },
    {
      what: 'Durable runs, data',
      arithmetic: `${assumed.bytesPerStep} bytes a step, written and kept for a month; in GB`,
      quantity: (users) => (steps(users) * assumed.bytesPerStep) / bytesPerGb,
      price: prices.durableGb,
      less: 'no: as the steps',
    },
  ];
}

function callPrice(): number {
  const gbSeconds = (adminApi.limits.memoryMb / 1_024) * assumed.apiCallSeconds;
  // One line of the API and three of its function.
  const logGb = (4 * assumed.bytesPerLine) / bytesPerGb;
  return prices.apiCall + prices.functionRequest + gbSeconds * prices.functionGbSecond + logGb * prices.logGb;
}

export function linesOfConsole(): readonly CostLine[] {
  const { consoleHoursPerDay, consoleLoadsPerDay, filesPerLoad, bytesPerLoad, readsPerHalfMinute, bytesPerRead } =
    assumed;
  const people = (users: number): number => assumed.signedInPeople + users * assumed.signedInPerUser;
  const loads = (users: number): number => daysInMonth * consoleLoadsPerDay * people(users);
  const reads = (users: number): number => daysInMonth * consoleHoursPerDay * 120 * readsPerHalfMinute * people(users);
  const who = `each person who signs in looks at it for ${consoleHoursPerDay} h a day`;
  return [
    {
      what: 'Console, calls of the admin API',
      arithmetic: `${who}: ${readsPerHalfMinute} every half minute, as calls of the admin API and through CloudFront`,
      quantity: reads,
      price: callPrice() + prices.edgeRequest,
      less: 'close it: a page that no one looks at reads nothing',
    },
    {
      what: 'Console, files',
      arithmetic: `${consoleLoadsPerDay} loads a day each, of ${filesPerLoad} files`,
      quantity: (users) => loads(users) * filesPerLoad,
      price: prices.edgeRequest,
      less: 'no: browsers keep what does not change',
    },
    {
      what: 'Console, transfer out',
      arithmetic: `${bytesPerLoad} bytes a load, ${bytesPerRead} a call; in GB`,
      quantity: (users) => (loads(users) * bytesPerLoad + reads(users) * bytesPerRead) / bytesPerGb,
      price: prices.edgeGb,
      less: 'no: it is packed already',
    },
  ];
}

function linesOfAdminApi(): readonly CostLine[] {
  const { adminCallsPerDay, adminCallsPerUserDay, linkCallsPerUserMonth, apiCallSeconds } = assumed;
  return [
    {
      what: 'Admin API, calls',
      arithmetic: `${adminCallsPerDay} and ${adminCallsPerUserDay} a user a day by admins, ${linkCallsPerUserMonth} a user and month with links: each ${apiCallSeconds} s of the function and four lines of log`,
      quantity: (users) =>
        daysInMonth * (adminCallsPerDay + users * adminCallsPerUserDay) + users * linkCallsPerUserMonth,
      price: callPrice(),
      less: '`door.rate`, `door.linkRate`',
    },
    {
      what: 'Admin API, people in the user pool',
      arithmetic: `who sign in at least once: ${assumed.signedInPeople}, and ${assumed.signedInPerUser} a user`,
      quantity: (users) => assumed.signedInPeople + users * assumed.signedInPerUser,
      price: prices.signedInPerson,
      less: '`door.oidc` (an issuer of your own), or signed calls of AWS',
    },
  ];
}

const unitsPerUserNight =
  assumed.limitUnitsPerUserNight + assumed.noticeUnitsPerUserNight + assumed.pageUnitsPerHundredUsersNight / 100;

const bytesPerUserNight = assumed.ledgerRowBytes + assumed.journalBytes + assumed.noticeBytes;

function bytesReadPerUser(): number {
  const { ledgerDaysReadPerNight, ledgerRowBytes, ledgerNamesReadPerNight, ledgerNameBytes, userBytes } = assumed;
  return ledgerDaysReadPerNight * ledgerRowBytes + ledgerNamesReadPerNight * ledgerNameBytes + userBytes;
}

function bytesStoredPerUser(): number {
  return daysStored * bytesPerUserNight + assumed.userBytes + assumed.ledgerNameBytes;
}

/** Write units of a day, and of user lists with new users: at least one per item. */
function ledgerUnitsPerNight(users: number): number {
  const first = Math.min(users, peopleOfFirst);
  const perChunk = (users - first) / ledgerChunks;
  const unitsOf = (bytesPerUser: number): number => {
    const unitsOfItem = (people: number): number => Math.ceil((people * bytesPerUser) / assumed.writeUnitBytes);
    return unitsOfItem(first) + ledgerChunks * unitsOfItem(perChunk);
  };
  return unitsOf(assumed.ledgerRowBytes) + unitsOf(assumed.ledgerNameBytes);
}
