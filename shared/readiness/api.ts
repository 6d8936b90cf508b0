import type { Operations, OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { plainText } from '../kernel/texts/plain-text.ts';
import { dayOf } from '../kernel/time/day.ts';
import {
  describeFallen,
  describeRepositories,
  describeRepository,
  describeTargets,
} from '../terminal/readiness/describe-readiness.ts';
import { recordDocument } from '../terminal/records/record-rows.ts';
import { readinessContract } from './contract/readiness-contract.ts';
import { targetRecord } from './contract/readiness-target.ts';
import { isRepository } from './judge-target.ts';
import { branchDocuments, fallDocuments, repositoryDocuments, targetDocuments } from './use-cases/list-readiness.ts';

const operations: Operations<typeof readinessContract> = {
  async listRepositories(work, { at }) {
    const { records, settings, today } = await readReadiness(work, at);
    const rows = repositoryDocuments(records, settings, today);
    return { document: { rows, next: null }, text: (style) => describeRepositories(rows, style) };
  },

  async showRepository(work, { repository: named }) {
    const { records } = await readReadiness(work);
    const repositories = [...new Set(records.map(({ repository }) => repository))];
    const meant = repositories.filter((repository) => isRepository(named, repository));
    const [repository] = meant;
    if (repository === undefined || meant.length > 1) {
      const problem = meant.length > 1 ? `${meant.length} repositories are meant by` : 'There are no reports of';
      throw new Problem('not-found', plainText(`${problem} "${named}"; see "readiness list"`));
    }
    const branches = branchDocuments(records, repository);
    return { document: { repository, branches }, text: (style) => describeRepository(branches, style) };
  },

  async listRegressions(work, { at }) {
    const { records, settings, today } = await readReadiness(work, at);
    const rows = fallDocuments(records, settings, today);
    return { document: { rows, next: null }, text: (style) => describeFallen(rows, style) };
  },

  async listTargets({ installation, nowMs }, { at = nowMs }) {
    const { records, invalid } = await installation.readinessTargets.list();
    const branches = await installation.readiness.list();
    const { mainBranches } = installation.readSettings().readiness;
    const judged = { today: dayOf(at), mainBranches };
    const targets = records.map((target) => ({ target, ...targetDocuments(target, branches, judged) }));
    const rows = targets.map(({ target, counts, repositories }) => ({
      ...recordDocument(targetRecord, target),
      counts,
      repositories,
    }));
    return {
      document: { rows, next: null },
      text: (style) => describeTargets(targets, style),
      notes: invalid.map(({ key, problem }) => plainText(`The target ${key} cannot be read: ${problem}`)),
    };
  },
};

/** How ready repositories are for agents. */
export const readiness = { contract: readinessContract, operations };

/** Everything that is known of readiness, with the settings that judge it. */
async function readReadiness({ installation, nowMs }: OperationWork, atMs = nowMs) {
  return {
    records: await installation.readiness.list(),
    settings: installation.readSettings().readiness,
    today: dayOf(atMs),
  };
}
