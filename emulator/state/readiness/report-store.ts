import type { World } from '../../api/world.ts';
import type { ReadinessReport } from './report.ts';
import { reportSeries } from './report-series.ts';
import { repositories, repoUrlOf } from './repositories.ts';

/** The stored reports, as of the clock's now. */
export interface ReportStore {
  /** All reports, newest first. */
  list(): readonly ReadinessReport[];
}

/** In an empty world there are no reports. */
export function reportStore(world: World): ReportStore {
  return {
    list: () =>
      world.empty
        ? []
        : repositories
            .flatMap((repository) => reportSeries(world.seed, repository, world.clock.now()))
            .sort((a, b) => b.createdAt - a.createdAt || (a.reportId < b.reportId ? -1 : 1)),
  };
}

/** The address of the repository with an id (`owner/name`), or the id itself when it already is an address. */
export function repoUrlOfId(repoId: string): string {
  const repository = repositories.find((candidate) => candidate.repoId === repoId);
  return repository === undefined ? repoId : repoUrlOf(repository);
}
