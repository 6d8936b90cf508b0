import { listDigests, showDigest } from '../../application/queries/read-digests.ts';
import { digestsContract } from '../../contracts/admin-api/contracts/digests-contract.ts';
import { describeDigests } from '../../terminal/describe-digests.ts';
import type { Operations } from '../operation.ts';
import { Problem } from '../problem.ts';

const operations: Operations<typeof digestsContract> = {
  async listDigests({ installation, onlyTeams }) {
    const rows = await listDigests(installation.digests, onlyTeams);
    return { document: { rows, next: null }, text: (style) => describeDigests(rows, style) };
  },

  async showDigest({ installation, onlyTeams }, { day, scope }) {
    const document = await showDigest(installation.digests, { dueOn: day, scope }, onlyTeams);
    if (document === undefined) {
      throw new Problem('not-found', 'There is no such digest; see "digest list"');
    }
    return { document, text: () => document.text.trimEnd() };
  },
};

/** The weekly digests as they were written. */
export const digests = { contract: digestsContract, operations };
