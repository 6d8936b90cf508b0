import { Cron } from 'croner';

import type { ForecastsDocument } from '../budgets/contract/budget-outlook-document.ts';
import { formatScope } from '../budgets/scope.ts';
import { forecastOf, readBudgetOutlooks } from '../budgets/use-cases.ts';
import { fleetStatus, listFleet } from '../computers/use-cases/list-fleet.ts';
import { jobs } from '../jobs.ts';
import type { Operations, OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { raisePending, snapshotOrder, snapshotPorts } from '../kernel/api/snapshot-of.ts';
import { quotedValue } from '../kernel/records/contract/fields/quoted-value.ts';
import type { ScheduleTimes } from '../kernel/runs/late-runs.ts';
import { findRunsCutOff } from '../kernel/runs/use-cases/find-runs-cut-off.ts';
import { cronPattern } from '../kernel/runtime/cron-pattern.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import { dayOf } from '../kernel/time/day.ts';
import { liveDocument } from '../live/use-cases/live-documents.ts';
import { listPools } from '../pools/use-cases/list-pools.ts';
import { readinessStatus } from '../readiness/use-cases/list-readiness.ts';
import type { Installation } from '../wiring/installation.ts';
import { HomeDocument, statusContract, type StatusDocument } from './contract.ts';
import { readStatus, shortStatus, showHome } from './use-cases/read-status.ts';

/** A run is recorded when it begins; so long after its time it is late. */
const graceMs = 15 * 60_000;

/** The schedules of the jobs that keep records, seen from a moment in Unix milliseconds. */
export function scheduleTimes(atMs: number): readonly ScheduleTimes[] {
  return jobs
    .filter(({ recordsRuns }) => recordsRuns)
    .flatMap(({ name, schedules = [] }) =>
      schedules.map((schedule) => {
        const cron = new Cron(cronPattern(schedule), { timezone: 'UTC' });
        const nextAt = cron.nextRun(new Date(atMs))?.toISOString();
        const dueAt = cron.previousRuns(1, new Date(atMs - graceMs))[0]?.toISOString();
        return {
          job: name,
          schedule: schedule.name,
          nextAt,
          dueAt,
        };
      }),
    );
}

/** So many pools are named to whoever asks for one that is not there. */
const namedMax = 20;

const operations: Operations<typeof statusContract> = {
  async showStatus(work, { at }) {
    return { document: shortStatus(await statusAt(work, at)) };
  },

  async showHome(work) {
    // It is kept: only what is of now is.
    const make = async (): Promise<HomeDocument> => showHome(await statusAt({ ...work, onOld: undefined }));
    const wanted = async () => ({
      topic: 'home',
      version: await homeVersion(work),
      make,
      asOld: (home: HomeDocument) => ({ ...home, renewing: true }),
      takesOld: work.onOld !== undefined,
      readKept: (kept: unknown) => keptHome(kept, work.nowMs),
    });
    const { shareAnswer } = work;
    return { document: await (shareAnswer === undefined ? make() : shareAnswer(await wanted()).catch(raisePending)) };
  },

  async listPools(work, { scope, at }) {
    const wanted = scope === undefined ? undefined : formatScope(scope);
    const { pools, scopes } = await listPools(snapshotPorts(work), {
      ...snapshotOrder(work, at),
      scope: wanted,
    });
    if (wanted !== undefined && pools.length === 0) {
      const known = scopes.length === 0 ? 'there is none yet' : `there is ${scopes.slice(0, namedMax).join(', ')}`;
      throw new Problem(
        'not-found',
        `There is no pool ${quotedValue(wanted)}: a budget of org or of a team that enforces an amount is one, and ${known}`,
      );
    }
    return { document: { rows: pools, next: null } };
  },

  async listForecasts(work, { scope, at }) {
    const { today, outlooks } = await readBudgetOutlooks(snapshotPorts(work), {
      ...snapshotOrder(work, at),
      scope,
      isInDepth: true,
    });
    if (scope !== undefined && outlooks.length === 0) {
      throw new Problem('not-found', `There is no budget for ${formatScope(scope)}; see "npx curfew budgets list"`);
    }
    const forecasts = outlooks.map((outlook) => forecastOf(outlook, today)).toSorted(firstToRunOut);
    return { document: { rows: forecasts, next: null } };
  },
};

/** How everything stands, and where it is heading. */
export const status = { contract: statusContract, operations };

function firstToRunOut(a: ForecastsDocument[number], b: ForecastsDocument[number]): number {
  return (a.runwayDays ?? Infinity) - (b.runwayDays ?? Infinity) || compareText(a.scope, b.scope);
}

async function statusAt(work: OperationWork, at?: number) {
  const order = snapshotOrder(work, at);
  const { alerts, leases, evidence, plans, outbox, recipients, isRunning } = work.installation;
  const ports = { ...snapshotPorts(work), alerts, leases, evidence, plans, outbox, recipients };
  return {
    ...(await readStatus(ports, { ...order, nowMs: work.nowMs, schedules: scheduleTimes(order.atMs), isRunning })),
    ...(await watchersStatus(work.installation, order.atMs)),
  };
}

/** An older one says nothing of now. */
const keptHomeMsMax = 24 * 60 * 60_000;

/** A first page that an earlier process made, when this version of Curfew can read it. */
function keptHome(kept: unknown, nowMs: number): HomeDocument | undefined {
  const home = HomeDocument.safeParse(kept).data;
  return home !== undefined && nowMs - Date.parse(home.at) < keptHomeMsMax ? home : undefined;
}

/** What the first page is made from, in short: each run that begins or ends changes it, and each new day. */
async function homeVersion({ installation, nowMs }: OperationWork): Promise<string> {
  const names = [...new Set(scheduleTimes(nowMs).map(({ job }) => job))];
  const newest = (await Promise.all(names.map(async (job) => installation.runs.list(job, 1)))).flat();
  const cutOff = await findRunsCutOff(installation, newest, nowMs);
  const runs = newest.map(({ runId, outcome }) => [runId, outcome?.status ?? cutOff.has(runId)]);
  return JSON.stringify([dayOf(nowMs), runs, installation.readSettings()]);
}

async function watchersStatus(
  installation: Installation,
  atMs: number,
): Promise<Pick<StatusDocument, 'computers' | 'readiness' | 'live'>> {
  const { computers, readiness } = installation.readSettings();
  const at = new Date(atMs).toISOString();
  const fleet = await listFleet(installation, computers, at);
  const branches = await installation.readiness.list();
  const { report } = await installation.live.readState();
  return {
    live: report === undefined ? undefined : liveDocument(report),
    ...(fleet.computers.length > 0 && { computers: fleetStatus(fleet) }),
    ...(branches.length > 0 && { readiness: readinessStatus(branches, readiness, at.slice(0, 10)) }),
  };
}
