import type { RecordStore } from '../../kernel/records/ports.ts';
import { findingOf } from '../../kernel/runs/finding.ts';
import type { LeaseNeeds } from '../../kernel/runs/ports.ts';
import { readinessJob } from '../../kernel/runs/run-id.ts';
import type { RunOutcome, RunContext } from '../../kernel/runs/run.ts';
import { passed, type RunOrder } from '../../kernel/runs/use-cases/job.ts';
import { applyPermitted, closeRun, endOf, runJob } from '../../kernel/runs/use-cases/run-job.ts';
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
import { readinessStoreNeeds, reportSourceNeeds, type ReadinessStore, type ReportSource } from '../ports.ts';
import type { Target, TargetKey, TargetTerms } from '../target.ts';
import { byBranch, readReports, type ReadReports } from './read-reports.ts';

export interface ReadinessPorts extends WatcherPorts {
  readonly reports: ReportSource;
  readonly store: ReadinessStore;
  readonly targets: RecordStore<TargetKey, TargetTerms>;
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
  return runJob(ports, order, frameOf(ports), async (work) => {
    const { run } = work;
    const end = await endOf(async () => {
      const collected = await collect(work.ports, settings, { run, stopAtMs: order.stopAtMs });
      const plan = planOf(collected, settings, run);
      return {
        collected,
        plan,
        ...(await applyPermitted(work, passed, async () => apply(work.ports, collected, plan))),
      };
    });
    return closeRun(work, end, ({ collected, plan }) => outcomeOf(collected, plan), {
      observe: async ({ plan }) => {
        const observations = { at: run.at, observed: plan.observed, lookedFor } as const;
        const routing = await readRouting(work.ports.recipients, settings);
        await notify(work.ports, run, { lease: 'readiness', observations, routing });
      },
      compose: async (_outcome, nowMs) => composeDueMails(work.ports, run, { lease: 'readiness', settings, nowMs }),
    });
  });
}

function frameOf({ leases, ids, runs, journal }: ReadinessPorts) {
  return {
    name: readinessJob,
    lease: { leases, ids, name: readinessJob, durationMs: 10 * 60_000, doing: 'reading the readiness reports', needs },
    record: { runs, journal },
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
  ports: ReadinessPorts,
  { readiness }: ReadinessSettings,
  { run, stopAtMs }: { readonly stopAtMs: number; readonly run: RunContext },
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

async function apply(
  { store }: ReadinessPorts,
  { read: { records, progress, isProgress } }: Collected,
  { forgotten }: Plan,
): Promise<object> {
  const gone = new Set(forgotten);
  await store.put(records.filter((record) => !gone.has(record)));
  await store.forget(forgotten);
  // Last: a reading counts once its reports are stored.
  if (isProgress) {
    await store.putProgress(progress);
  }
  return {};
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
