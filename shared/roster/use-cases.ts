import type { EnforcementSettings } from '../enforcement/enforcement-settings.ts';
import { ledgerStoreNeeds, userStoreNeeds } from '../enforcement/ports.ts';
import { readSnapshot, type SnapshotPorts } from '../explanation/use-cases/snapshots/read-snapshot.ts';
import type { Finding } from '../kernel/runs/finding.ts';
import { heldOutcome } from '../kernel/runs/outcome.ts';
import type { LeaseNeeds } from '../kernel/runs/ports.ts';
import { enforceJob, rosterJob } from '../kernel/runs/run-id.ts';
import type { RunOutcome, RunContext } from '../kernel/runs/run.ts';
import {
  passed,
  type EndedRun,
  type JobWork,
  type RunOrder,
  type Verdict,
  type WorkEnd,
} from '../kernel/runs/use-cases/job.ts';
import { applyPermitted, closeRun, endOf, runJob } from '../kernel/runs/use-cases/run-job.ts';
import { watcherNeeds, type WatcherPorts } from '../kernel/runs/use-cases/watcher-ports.ts';
import type { Day } from '../kernel/time/day.ts';
import type { LookedForUnder } from '../notifications/conditions/decide-conditions.ts';
import type { Report } from '../notifications/notification.ts';
import { compareSeverity } from '../notifications/severity.ts';
import { composeDueMails } from '../notifications/use-cases/due-mails.ts';
import { notify } from '../notifications/use-cases/notify.ts';
import { readRouting } from '../notifications/use-cases/read-routing.ts';
import type { IdleTerms } from './idle-users.ts';
import type { ReadingSpan } from './net-changes.ts';
import { observeRoster, describeRosterChanges } from './observe-roster.ts';
import { judgeReading, type ReadingVerdict } from './roster-doubt.ts';
import { rosterFindings, seeRoster, type RosterSeen } from './roster-findings.ts';

type RosterWatchPorts = WatcherPorts & SnapshotPorts;

/** The settings for this watcher; `contracts/settings/settings.ts` documents them. */
interface RosterSettings extends EnforcementSettings {
  readonly roster: IdleTerms;
}

/** Checks the nightly run's roster, without calling the platform. Events are reported once; states while they last. */
export async function watchRoster(
  ports: RosterWatchPorts,
  settings: RosterSettings,
  order: RunOrder,
): Promise<EndedRun> {
  const { end: _end, ...ended } = await runJob(ports, order, frameOf(ports), async (work) => {
    const end = await endOf(async () => {
      const looked = await look(work, settings);
      const applied = await applyPermitted(work, guard(looked), async () => {
        // How far it reports is stored first: a run that resumes this one reports the same and no more.
        await work.ports.runs.markApplied(rosterJob, looked.through);
        return {};
      });
      return { collected: looked, plan: looked, ...applied };
    });
    return closeRun(work, end, outcomeOf, {
      observe: async (own) => observe(work, settings, own),
      compose: async (_outcome, nowMs) => composeDueMails(work.ports, work.run, { lease: rosterJob, settings, nowMs }),
    });
  });
  return ended;
}

interface Looked {
  readonly verdict: ReadingVerdict;
  readonly seen: RosterSeen;
  readonly findings: readonly Finding[];
  readonly dataThrough: Day | undefined;
  /** The instant through which this run reports readings. */
  readonly through: string;
}

type End = WorkEnd<Looked, Looked, object>;

function frameOf({ leases, ids, runs, journal }: RosterWatchPorts) {
  return {
    name: rosterJob,
    lease: { leases, ids, name: rosterJob, durationMs: 15 * 60_000, doing: 'looking at the roster', needs },
    record: { runs, journal },
  };
}

function guard({ verdict }: Looked): Verdict<undefined> {
  return verdict.kind === 'untrusted' ? { kind: 'held', hold: verdict.hold } : passed;
}

const needs: LeaseNeeds<RosterWatchPorts> = {
  ...watcherNeeds,
  budgets: 'free',
  live: 'free',
  grants: 'free',
  teams: 'free',
  limits: 'free',
  users: userStoreNeeds,
  ledger: ledgerStoreNeeds,
};

/** More runs than the nights and edits of a day make. */
const runsMax = 200;

async function look({ ports, run }: JobWork<RosterWatchPorts>, settings: RosterSettings): Promise<Looked> {
  const snapshot = await readSnapshot(ports, { atMs: Date.parse(run.at), settings });
  const verdict = judgeReading(await ports.runs.list(enforceJob, runsMax), snapshot.users, run.at);
  const span = verdict.kind === 'trusted' ? await spanToReport(ports, verdict.through) : undefined;
  const seen = seeRoster(snapshot, settings.roster, span);
  return {
    verdict,
    seen,
    findings: rosterFindings(seen, snapshot),
    dataThrough: snapshot.dataThrough,
    through: span?.through ?? (verdict.kind === 'trusted' ? verdict.through : run.at),
  };
}

/**
 * The unreported readings. An interrupted run has chosen how far it reports: this one reports the same, and the next
 * one the rest. Before the first look there is nothing to compare with.
 */
async function spanToReport({ runs }: RosterWatchPorts, through: string): Promise<ReadingSpan | undefined> {
  const after = await runs.latestSent(rosterJob);
  const begun = await runs.latestApplied(rosterJob);
  return after === undefined ? undefined : { after, through: begun !== undefined && begun > after ? begun : through };
}

async function observe({ ports, run }: JobWork<RosterWatchPorts>, settings: RosterSettings, end: End): Promise<void> {
  if (end.kind !== 'applied') {
    return;
  }
  const { seen, through } = end.plan;
  const routing = await readRouting(ports.recipients, settings);
  const lookedFor = {
    'look-alike-users': 'all',
    'idle-limits': seen.idle === undefined ? 'none' : 'all',
  } satisfies LookedForUnder<typeof rosterJob>;
  const observed = observeRoster(seen, settings.roster.idleDays);
  await notify(ports, run, { lease: rosterJob, observations: { at: run.at, observed, lookedFor }, routing });
  if (seen.changes.length > 0) {
    const nothing = { at: run.at, observed: [], lookedFor: {} };
    const report = { ...reportOf(seen, through, run), owners: settings.admins };
    await notify(ports, run, { lease: rosterJob, observations: nothing, routing, report });
  }
  await ports.runs.markSent(rosterJob, through);
}

function outcomeOf(end: End): RunOutcome {
  const { findings, dataThrough } = end.plan;
  if (end.kind === 'held') {
    return { ...heldOutcome(end.hold, dataThrough), findings: [] };
  }
  const through = dataThrough === undefined ? {} : { dataThrough };
  return { status: 'complete', alerts: 0, isUnfinished: false, problems: [], findings, ...through };
}

/** The report of a span of readings, the same in every run. */
function reportOf({ changes }: RosterSeen, through: string, { runId }: RunContext): Omit<Report, 'owners'> {
  const content = describeRosterChanges(changes, { through: through.slice(0, 10), runId });
  const severity = changes.map((change) => change.severity).toSorted(compareSeverity)[0] ?? 'info';
  return { reportId: through, topic: 'roster', severity, contentFor: () => content };
}
