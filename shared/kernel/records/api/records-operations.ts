import type { Answer, Operations, OperationWork } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import type { OperationDocument, OperationInput } from '../../contract/contracts.ts';
import { readRecordFile } from '../contract/files/record-file.ts';
import { recordsContract, type StoredKindName } from '../contract/records-contract.ts';
import { recordInForce } from '../use-cases/edit-record.ts';
import { planRecords } from '../use-cases/import-records.ts';
import { importPart, refuseFileProblems, restOf } from './import-proposal.ts';
import { makeSeen } from './proposal.ts';
import { recordDocument } from './record-documents.ts';
import { notThere, proposeRemoval, proposeSetting, type RecordProposal, versionOf } from './record-proposal.ts';
import { keyIn, storedKind, storedRecords, type AnyKind, type AnyTerms } from './stored-kinds.ts';

const operations: Operations<typeof recordsContract> = {
  async listRecords({ installation }, { kind }) {
    const { record, storeOf } = storedKind(kind);
    const { records, invalid } = await storeOf(installation).list();
    const rows = records.map((each) => recordDocument(record, each));
    return {
      document: { rows, next: null, invalid: invalid.map(({ key, problem }) => ({ key, problem })) },
    };
  },

  async showRecord(work, { kind, ...words }) {
    const stored = storedKind(kind);
    const { record, storeOf } = stored;
    const key = keyIn(stored, words);
    const found = await storeOf(work.installation).find(key);
    const shown = recordInForce(found);
    if (shown === undefined) {
      throw notThere(stored, key);
    }
    return {
      document: recordDocument(record, shown),
      version: versionOf(found),
    };
  },

  async setRecord(work, { kind, body, dryRun, ...words }) {
    const stored = storedKind(kind);
    const proposal = await proposeSetting(work, storedRecords(stored, work), { key: keyIn(stored, words), said: body });
    return madeWithEffect(work, { stored, proposal, isDryRun: dryRun !== undefined });
  },

  async removeRecord(work, { kind, dryRun, ...words }) {
    const stored = storedKind(kind);
    const proposal = await proposeRemoval(work, storedRecords(stored, work), keyIn(stored, words));
    return madeWithEffect(work, { stored, proposal, isDryRun: dryRun !== undefined });
  },

  async planRecords(work, { kind, body }) {
    const { part, effect, agreed } = await planned(work, kind, body);
    return { document: { ...part.documentOf(), effect, agreed } };
  },

  async importStored(work, { kind, body, agreed }) {
    const { part, ...now } = await planned(work, kind, body);
    if (agreed !== undefined && agreed !== now.agreed) {
      throw new Problem(
        'conflict',
        'Something has changed since the plan was shown, and nothing was done; look at it again',
      );
    }
    return { document: part.documentOf(await part.apply(part.size)) };
  },

  async listRecordVersions({ installation }, { kind, cursor: _cursor, limit: _limit, ...words }) {
    const stored = storedKind(kind);
    const { record, storeOf, keyOf } = stored;
    const versions = await storeOf(installation).listVersions(keyOf(words));
    return {
      document: {
        rows: versions.map(({ terms, ...facts }) => ({
          ...facts,
          terms: terms === undefined ? null : record.document(terms),
        })),
        next: null,
      },
    };
  },
};

/** Records that no limit depends on: the fleet list, policies of sessions, targets of readiness. */
export const records = { contract: recordsContract, operations };

/** Makes an edit, or shows what would follow from it. */
async function madeWithEffect(
  work: OperationWork,
  {
    stored,
    proposal,
    isDryRun,
  }: { readonly stored: AnyKind; readonly proposal: RecordProposal<AnyTerms>; readonly isDryRun: boolean },
): Promise<Answer<OperationDocument<'setRecord'>>> {
  const { change } = proposal;
  const effect = change === undefined ? [] : await stored.effectOf(work.installation, [change]);
  const { document } = isDryRun ? proposal : await makeSeen(work, proposal);
  return { document: { ...document, applied: change !== undefined && !isDryRun, effect } };
}

/** Plans what a file wants. Raises Problem for one that is not valid. */
async function planned(
  work: OperationWork,
  kind: StoredKindName,
  { format, content, prune }: OperationInput<'planRecords'>['body'],
) {
  const stored = storedKind(kind);
  const { record, effectOf } = stored;
  const bytes = new TextEncoder().encode(content);
  const { rows, problems } = readRecordFile(record, { bytes, section: kind, format });
  refuseFileProblems(problems);
  const records = storedRecords(stored, work);
  const wanted = rows.map(({ terms }) => terms);
  const plan = await planRecords(records, wanted, { prune, unsaid: rows.map(({ unsaid }) => unsaid) });
  const part = importPart(work, records, plan);
  return { part, agreed: restOf([part.basisFrom(0)]), effect: await effectOf(work.installation, plan.changes) };
}
