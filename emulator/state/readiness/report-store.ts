import { z } from 'zod';

import type { World } from '../../api/world.ts';
import { randomHex, randomUuid, randomOf } from '../random.ts';
import { type ReadinessReport, reportsOf } from './report-series.ts';
import { repositoriesOf, repoUrlOf } from './repositories.ts';

/** A planted report: its differences from the branch's latest clean one. */
interface PlantedReport extends Partial<Omit<ReadinessReport, 'reportId' | 'report' | 'repoUrl'>> {
  readonly repoUrl: string;
  /** By criterion; null: not evaluated. Others stay. */
  readonly report?: Readonly<Record<string, ReadinessReport['report'][string] | null>>;
}

export interface ReportStore {
  /** Newest first. */
  list(): readonly ReadinessReport[];
  /** Undefined when there are too many. */
  plant(report: PlantedReport): ReadinessReport | undefined;
  /** A repository's address by id (`owner/name`); an address stays. */
  repoUrlOfId(repoId: string): string;
}

export const plantedReportsMax = 20_000;

const Saved = z.array(z.custom<ReadinessReport>((value) => typeof value === 'object' && value !== null));

/** An empty world has only planted reports. */
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
    // Reports only grow, so their number tells changes.
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
