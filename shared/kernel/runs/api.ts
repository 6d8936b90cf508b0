import { voidRunsAhead } from '../../enforcement/use-cases/void-runs.ts';
import { byHandJobs, jobs } from '../../jobs.ts';
import { findEntries } from '../../journal/use-cases.ts';
import { authorOf, type Operations } from '../api/operation.ts';
import { Problem } from '../api/problem.ts';
import { notVoided } from '../api/refusals.ts';
import { startRunOf } from '../api/start-run.ts';
import { shownValue } from '../records/contract/fields/quoted-value.ts';
import { systemClock } from '../runtime/system-clock.ts';
import { addDays, dayOf, daysBetween } from '../time/day.ts';
import { runsContract } from './contract/runs-contract.ts';
import { findRunsCutOff, isRunCutOff } from './use-cases/find-runs-cut-off.ts';
import { listRuns } from './use-cases/list-runs.ts';
import { runRecordDocument, wholeRunDocument } from './use-cases/run-documents.ts';

/** So many runs of each job are looked through. */
const runsMax = 10_000;
const newestUsual = 200;
const usualDays = 7;
const daysMax = 400;

const recordedJobs: readonly string[] = jobs.filter(({ recordsRuns }) => recordsRuns).map(({ name }) => name);
const startable: readonly string[] = byHandJobs.map(({ name }) => name);

const operations: Operations<typeof runsContract> = {
  async listRuns({ installation, nowMs }, { job, status, newest = newestUsual }) {
    const named = job === undefined ? recordedJobs : [knownJob(job, recordedJobs)];
    const shownMax = Math.min(newest, runsMax);
    const found = await listRuns(installation.runs, named, status === undefined ? shownMax : runsMax);
    const wanted = found.filter(({ outcome }) => status === undefined || (outcome?.status ?? 'unfinished') === status);
    const runs = wanted.slice(0, shownMax);
    const cutOff = await findRunsCutOff(installation, found, nowMs);
    return { document: { rows: runs.map((run) => runRecordDocument(run, cutOff.has(run.runId))), next: null } };
  },

  async showRun({ installation, nowMs }, { run: runId }) {
    const run = await installation.runs.find(runId);
    if (run === undefined) {
      throw new Problem('not-found', 'There is no run of that id; see "npx curfew runs list"');
    }
    return { document: wholeRunDocument(run, await isRunCutOff(installation, run, nowMs)) };
  },

  async startRun(work, { body: { job, at = work.nowMs } }) {
    return startRunOf(work, knownJob(job, startable), at);
  },

  async voidRuns(work, { body: { until, reason } }) {
    const { installation, ids } = work;
    const { runs, journal, leases, ledger } = installation;
    const { name: by, at } = authorOf(work);
    const ports = { runs, journal, leases, ledger, clock: systemClock, ids };
    const outcome = await voidRunsAhead(ports, { until, by, at, reason });
    if (outcome.kind !== 'void') {
      throw notVoided(outcome);
    }
    return { document: { until, back: outcome.back, runs: outcome.runIds } };
  },

  async listJournal({ installation, nowMs }, { through = dayOf(nowMs), count = newestUsual, kind, order, ...given }) {
    const { from = addDays(through, 1 - usualDays), actor, subject, run } = given;
    const days = daysBetween(from, through) + 1;
    if (days < 1 || days > daysMax) {
      const problem = `${from} to ${through} is not 1 to ${daysMax} days; choose others`;
      throw new Problem(
        'invalid-input',
        `--from ${from} to --through ${through} is not 1 to ${daysMax} days; choose others`,
        {
          fields: [{ field: 'from', problem }],
        },
      );
    }
    const entries = await findEntries(
      installation.journal,
      { range: { from, through }, kind, actor, subject, run, isNewestFirst: order === 'newest' },
      count,
    );
    return { document: { rows: entries, next: null } };
  },
};

/** What was done, and by whom. */
export const runs = { contract: runsContract, operations };

function knownJob(job: string, known: readonly string[]): string {
  if (!known.includes(job)) {
    const problem = `(${shownValue(job)}) is no job; give one of ${known.join(', ')}`;
    throw new Problem('invalid-input', `job ${problem}`, { fields: [{ field: 'job', problem }] });
  }
  return job;
}
