import type { RecordStore } from '../../kernel/records/use-cases/ports.ts';
import { findingOf } from '../../kernel/runs/finding.ts';
import type { RunOutcome } from '../../kernel/runs/run.ts';
import { passed, type Applied, type Job, type JobWork, type RunOrder } from '../../kernel/runs/use-cases/job.ts';
import type { LeaseNeeds } from '../../kernel/runs/use-cases/leased-ports.ts';
import { runJob } from '../../kernel/runs/use-cases/run-job.ts';
import { watcherNeeds, type WatcherPorts, type WatcherSettings } from '../../kernel/runs/use-cases/watcher-ports.ts';
import { addDays } from '../../kernel/time/day.ts';
import type { Observation } from '../../notifications/observation.ts';
import { composeDueMails } from '../../notifications/use-cases/due-mails.ts';
import { notify } from '../../notifications/use-cases/notify.ts';
import { readRouting } from '../../notifications/use-cases/read-routing.ts';
import type { BranchRecord } from '../branch-record.ts';
import { isForgotten } from '../fresh-reports.ts';
import { judgeTarget } from '../judge-target.ts';
import { observeFalls, observeReading, observeTarget, findingOfChange, findingOfFall } from '../observe-readiness.ts';
import { openFalls, type FallenLine } from '../open-falls.ts';
import type { Target, TargetKey, TargetTerms } from '../target.ts';
import { readinessStoreNeeds, reportSourceNeeds, type ReadinessStore, type ReportSource } from './ports.ts';
import { byBranch, readReports, type ReadReports } from './read-reports.ts';

export interface ReadinessPorts extends WatcherPorts {
  readonly reports: ReportSource;
  readonly store: ReadinessStore;
  readonly targets: Pick<RecordStore<TargetKey, TargetTerms>, 'list'>;
}

/** The settings for this watcher; `contracts/settings/settings.ts` documents them. */
export interface ReadinessSettings extends WatcherSettings {
  readonly readiness: {
    readonly mainBranches: readonly string[];
    readonly staleAfterDays: number;
    readonly historyDays: number;
    readonly versionParts: number;
  };
}

const readinessJob = 'readiness';

interface Collected {
  readonly read: ReadReports;
  readonly known: readonly BranchRecord[];
  readonly targets: readonly Target[];
  readonly problems: readonly string[];
}

interface Plan {
  readonly records: readonly BranchRecord[];
  readonly forgotten: readonly BranchRecord[];
  readonly falls: readonly FallenLine[];
  readonly observed: readonly Observation[];
}

/** Reads the readiness reports once, and finds regressions and missed targets. */
export async function watchReadiness(ports: ReadinessPorts, settings: ReadinessSettings, order: RunOrder) {
  return runJob(ports, order, readinessRun(ports, settings, order));
}

function readinessRun(
  { leases, ids, runs, journal }: ReadinessPorts,
  settings: ReadinessSettings,
  order: RunOrder,
): Job<ReadinessPorts, Collected, Plan, ReadReports, Applied> {
  return {
    name: readinessJob,
    lease: { leases, ids, name: readinessJob, durationMs: 10 * 60_000, doing: 'reading the readiness reports', needs },
    record: { runs, journal },
    collect: async (work) => collect(work, settings, order),
    plan: async ({ run }, collected) => planOf(collected, settings, run),
    guard: async (_work, _plan, { read }) => ({ ...passed, permit: read }),
    apply: async ({ ports }, { forgotten }, { records, progress, isProgress }) => {
      const gone = new Set(forgotten);
      await ports.store.put(records.filter((record) => !gone.has(record)));
      await ports.store.forget(forgotten);
      // Last: a reading counts once its reports are stored.
      if (isProgress) {
        await ports.store.putProgress(progress);
      }
      return {};
    },
    outcome: async (_work, { collected, plan }) => outcomeOf(collected, plan),
    notify: {
      observe: async ({ ports, run }, { plan }) => {
        const observations = { at: run.at, observed: plan.observed, lookedFor } as const;
        const routing = await readRouting(ports.recipients, settings);
        await notify(ports, run, { lease: 'readiness', observations, routing });
      },
      compose: async ({ ports, run }, { nowMs }) =>
        composeDueMails(ports, run, { lease: 'readiness', settings, nowMs }),
    },
  };
}

const needs: LeaseNeeds<ReadinessPorts> = {
  ...watcherNeeds,
  targets: 'free',
  reports: reportSourceNeeds,
  store: readinessStoreNeeds,
};

// Open conditions follow from the stored branches, however much of the list this run read.
const lookedFor = {
  'readiness-regression': 'all',
  'readiness-in-doubt': 'all',
  'readiness-target': 'all',
  'readiness-reading': 'all',
} as const;

async function collect(
  { ports, run }: JobWork<ReadinessPorts>,
  { readiness }: ReadinessSettings,
  { stopAtMs }: RunOrder,
): Promise<Collected> {
  const known = await ports.store.list();
  const { records: targets, invalid } = await ports.targets.list();
  const read = await readReports(ports.reports, {
    known: byBranch(known),
    progress: await ports.store.progress(),
    at: run.at,
    today: run.today,
    historyDays: readiness.historyDays,
    versionParts: readiness.versionParts,
    isLate: () => ports.clock.now() >= stopAtMs,
  });
  const unread = invalid.map(({ key, problem }) => `The target ${key} cannot be read: ${problem}`);
  return { read, known, targets, problems: [...read.problems, ...unread] };
}

function planOf(
  { read, known, targets }: Collected,
  { readiness }: ReadinessSettings,
  { today }: { readonly today: string },
): Plan {
  const all = [...new Map([...byBranch(known), ...byBranch(read.records)]).values()];
  const since = addDays(today, -readiness.historyDays);
  const forgotten = all.filter((record) => isForgotten(record, since));
  const gone = new Set(forgotten);
  const records = all.filter((record) => !gone.has(record));
  const falls = openFalls(records, addDays(today, -readiness.staleAfterDays));
  const judged = { today, mainBranches: readiness.mainBranches };
  return {
    records,
    forgotten,
    falls,
    observed: [
      ...observeFalls(falls),
      ...targets.flatMap((target) => observeTarget(target, judgeTarget(target, records, judged)) ?? []),
      ...observeReading(read.problems),
    ],
  };
}

function outcomeOf({ read, problems }: Collected, { falls, observed }: Plan): RunOutcome {
  const others = observed.filter(({ topic }) => topic === 'readiness-target' || topic === 'readiness-reading');
  const news = read.changes.filter(({ change }) => ['recovered', 'new', 'gone'].includes(change.kind));
  return {
    status: problems.length === 0 ? 'complete' : 'partial',
    alerts: 0,
    isUnfinished: false,
    problems,
    findings: [
      ...falls.flatMap(({ record, falls: of }) => of.map((fall) => findingOfFall(record, fall))),
      ...others.map((observation) => findingOf(observation)),
      ...news.map(findingOfChange),
    ],
  };
}
