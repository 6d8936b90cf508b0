import { z } from 'zod';

import type { World } from '../../api/world.ts';
import { randomHex, randomUuid, randomOf } from '../random.ts';
import { type ReadinessReport, reportsOf } from './report-series.ts';
import { repositoriesOf, repoUrlOf } from './repositories.ts';

/** A report of the side channel: what differs from the latest clean one of the repository's branch. */
interface PlantedReport extends Partial<Omit<ReadinessReport, 'reportId' | 'report' | 'repoUrl'>> {
  readonly repoUrl: string;
  /** By criterion; null for one that is not evaluated this time. Those that are not named stay as they were. */
  readonly report?: Readonly<Record<string, ReadinessReport['report'][string] | null>>;
}

/** The stored reports, as of the clock's now. */
export interface ReportStore {
  /** All reports, newest first. */
  list(): readonly ReadinessReport[];
  /** Undefined when there are too many. */
  plant(report: PlantedReport): ReadinessReport | undefined;
  /** The address of the repository with an id (`owner/name`), or the id itself when it already is an address. */
  repoUrlOfId(repoId: string): string;
}

/** How many reports one emulator takes from the side channel. */
export const plantedReportsMax = 20_000;

const Saved = z.array(z.custom<ReadinessReport>((value) => typeof value === 'object' && value !== null));

/** In an empty world there are only the reports that were planted. */
export function reportStore(world: World): ReportStore {
  const repositories = repositoriesOf(world.size);
  const generated = growingReports(world);
  const planted = [...Saved.parse(world.saved.load('readiness') ?? [])];
  let listed: readonly ReadinessReport[] = [];

  const list = (): readonly ReadinessReport[] => {
    const reports = [
      ...generated(world.clock.now()),
      ...planted.filter(({ createdAt }) => createdAt <= world.clock.now()),
    ];
    // Reports only become more, so their number tells whether any came.
    if (reports.length !== listed.length) {
      listed = reports.sort((a, b) => b.createdAt - a.createdAt || (a.reportId < b.reportId ? -1 : 1));
    }
    return listed;
  };
  return {
    list,
    plant(report) {
      if (planted.length >= plantedReportsMax) {
        return undefined;
      }
      const made = reportLike(list(), report, {
        seed: world.seed,
        number: planted.length,
        nowMs: world.clock.now(),
      });
      planted.push(made);
      world.saved.save('readiness', planted);
      return made;
    },
    repoUrlOfId(repoId) {
      const repository = repositories.find((candidate) => candidate.repoId === repoId);
      const address = repository === undefined ? undefined : repoUrlOf(repository);
      return address ?? planted.find(({ repoUrl }) => repoUrl.endsWith(`/${repoId}`))?.repoUrl ?? repoId;
    },
  };
}

/** Every repository's reports up to a moment that never goes back, each made once. */
function growingReports(world: World): (nowMs: number) => readonly ReadinessReport[] {
  const series = world.empty
    ? []
    : repositoriesOf(world.size).map((repository) => {
        const coming = reportsOf(world.seed, repository);
        return { coming, next: coming.next().value };
      });
  const reports: ReadinessReport[] = [];
  return (nowMs) => {
    for (const one of series) {
      while (one.next.createdAt <= nowMs) {
        reports.push(one.next);
        one.next = one.coming.next().value;
      }
    }
    return reports;
  };
}

function reportLike(
  stored: readonly ReadinessReport[],
  { report = {}, ...given }: PlantedReport,
  { seed, number, nowMs }: { readonly seed: number; readonly number: number; readonly nowMs: number },
): ReadinessReport {
  const random = randomOf(seed, 'planted-report', number);
  const { branch = 'main', createdAt = nowMs } = given;
  const before = stored.find(
    (one) =>
      one.repoUrl === given.repoUrl &&
      one.branch === branch &&
      one.hasLocalChanges !== true &&
      one.createdAt <= createdAt,
  );
  const evaluated = Object.entries({ ...before?.report, ...report });
  return {
    reportId: randomUuid(random),
    apps: before?.apps ?? { '.': { description: 'The whole repository' } },
    modelUsed: before?.modelUsed,
    agentVersion: before?.agentVersion,
    commitHash: randomHex(random, 40),
    hasLocalChanges: false,
    hasNonRemoteCommits: false,
    ...given,
    branch,
    createdAt,
    report: Object.fromEntries(
      evaluated.flatMap(([id, evaluation]) => (evaluation === null ? [] : [[id, evaluation]])),
    ),
  };
}
