import type { Operations, OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { recordDocument } from '../kernel/records/api/record-documents.ts';
import { plainText } from '../kernel/texts/plain-text.ts';
import { dayOf } from '../kernel/time/day.ts';
import { readinessContract } from './contract/readiness-contract.ts';
import { targetRecord } from './contract/readiness-target.ts';
import { isRepository } from './judge-target.ts';
import { branchDocuments, fallDocuments, repositoryDocuments, targetDocuments } from './use-cases/list-readiness.ts';

const operations: Operations<typeof readinessContract> = {
  async listRepositories(work, { at }) {
    const { records, settings, today } = await readReadiness(work, at);
    return { document: { rows: repositoryDocuments(records, settings, today), next: null } };
  },

  async showRepository(work, { repository: named }) {
    const { records } = await readReadiness(work);
    const repositories = [...new Set(records.map(({ repository }) => repository))];
    const meant = repositories.filter((repository) => isRepository(named, repository));
    const [repository] = meant;
    if (repository === undefined || meant.length > 1) {
      const problem = meant.length > 1 ? `${meant.length} repositories are meant by` : 'There are no reports of';
      throw new Problem('not-found', plainText(`${problem} "${named}"; see "npx curfew readiness list"`));
    }
    return { document: { repository, branches: branchDocuments(records, repository) } };
  },

  async listRegressions(work, { at }) {
    const { records, settings, today } = await readReadiness(work, at);
    return { document: { rows: fallDocuments(records, settings, today), next: null } };
  },

  async listTargets({ installation, nowMs }, { at = nowMs }) {
    const { records, invalid } = await installation.readinessTargets.list();
    const branches = await installation.readiness.list();
    const { mainBranches } = installation.readSettings().readiness;
    const judged = { today: dayOf(at), mainBranches };
    const rows = records.map((target) => ({
      ...recordDocument(targetRecord, target),
      ...targetDocuments(target, branches, judged),
    }));
    return { document: { rows, next: null, invalid: invalid.map(({ key, problem }) => ({ key, problem })) } };
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
