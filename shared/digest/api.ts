import type { Operations } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { digestsContract } from './contract.ts';
import { listDigests, showDigest } from './use-cases/read-digests.ts';

const operations: Operations<typeof digestsContract> = {
  async listDigests({ installation, onlyTeams }) {
    const rows = await listDigests(installation.digests, onlyTeams);
    return { document: { rows, next: null } };
  },

  async showDigest({ installation, onlyTeams }, { day, scope }) {
    const document = await showDigest(installation.digests, { dueOn: day, scope }, onlyTeams);
    if (document === undefined) {
      throw new Problem('not-found', 'There is no such digest; see "npx curfew digest list"');
    }
    return { document };
  },
};

/** The weekly digests as they were written. */
export const digests = { contract: digestsContract, operations };
