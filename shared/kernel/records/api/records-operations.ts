import { authorOf, type Answer, type Operations, type OperationWork } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import type { OperationDocument, OperationInput } from '../../contract/contracts.ts';
import { sha256 } from '../../sha256.ts';
import { readRecordFile } from '../contract/files/record-file.ts';
import { recordsContract } from '../contract/records-contract.ts';
import { termsIn } from '../diff-records.ts';
import {
  editRecord,
  planRemoval,
  planSetting,
  recordInForce,
  type FoundVersion,
  type PlannedEdit,
} from '../use-cases/edit-record.ts';
import { applyImport, planRecords } from '../use-cases/import-records.ts';
import { requireSeen, staleProblem } from './proposal.ts';
import { changeDocument, importDocument, recordDocument } from './record-documents.ts';
import { termsFrom, versionOf } from './record-proposal.ts';
import { refuseInvalidChanges } from './refuse-invalid-changes.ts';
import { keyIn, storedKind, storedPorts, type AnyKind, type AnyTerms } from './stored-kinds.ts';

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
    const found = await storeOf(work.installation).find(keyIn(stored, words));
    const shown = recordInForce(found);
    if (shown === undefined) {
      throw noneOfThatName(stored);
    }
    return {
      document: recordDocument(record, shown),
      version: versionOf(found),
    };
  },

  async setRecord(work, { kind, body, dryRun, ...words }) {
    const stored = storedKind(kind);
    const { record, kind: edit } = stored;
    const key = keyIn(stored, words);
    const found = await storedPorts(stored, work).store.find(key);
    const before = recordInForce(found);
    const wanted = termsFrom(record, {
      ...edit.plainKey(key),
      ...(before === undefined ? {} : record.format(termsIn(before))),
      ...body,
    });
    const planned = planSetting(edit, found, wanted);
    return edited(work, stored, { key, found, planned, isDryRun: dryRun !== undefined });
  },

  async removeRecord(work, { kind, dryRun, ...words }) {
    const stored = storedKind(kind);
    const key = keyIn(stored, words);
    const found = await storedPorts(stored, work).store.find(key);
    const planned = planRemoval(stored.kind, found, key);
    return edited(work, stored, { key, found, planned, isDryRun: dryRun !== undefined });
  },

  async planRecords(work, { kind, body }) {
    const stored = storedKind(kind);
    const { plan, effect, agreed } = await planOf(work, stored, body);
    const { record } = stored;
    return {
      document: { ...importDocument(record, plan), effect, agreed },
    };
  },

  async importStored(work, { kind, body, agreed }) {
    const stored = storedKind(kind);
    const { plan, ...now } = await planOf(work, stored, body);
    if (agreed !== undefined && agreed !== now.agreed) {
      throw new Problem(
        'conflict',
        'Something has changed since the plan was shown, and nothing was done; look at it again',
      );
    }
    const { record } = stored;
    const results = await applyImport(storedPorts(stored, work), plan, authorOf(work));
    const failed = results.flatMap(({ change, outcome }) =>
      outcome.kind === 'done' ? [] : [{ ...changeDocument(record, change), problem: outcome.problem }],
    );
    return { document: importDocument(record, plan, failed) };
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

interface StoredEdit {
  readonly key: AnyTerms;
  readonly found: FoundVersion<AnyTerms>;
  readonly planned: PlannedEdit<AnyTerms>;
  readonly isDryRun: boolean;
}

/** Makes a planned edit, or shows what would follow from it. */
async function edited(
  work: OperationWork,
  stored: AnyKind,
  { key, found, planned, isDryRun }: StoredEdit,
): Promise<Answer<OperationDocument<'setRecord'>>> {
  const { record, kind, effectOf } = stored;
  if (planned.kind === 'not-there') {
    throw noneOfThatName(stored);
  }
  if (planned.kind === 'refused') {
    throw new Problem('refused', planned.problem);
  }
  if (!isDryRun) {
    requireSeen(work, versionOf(found), kind.title(key));
  }
  const change = planned.kind === 'planned' ? planned.change : undefined;
  const effect = change === undefined ? [] : await effectOf(work.installation, [change]);
  const isMade = change !== undefined && !isDryRun;
  const outcome = isMade
    ? await editRecord(storedPorts(stored, work), change, { ...authorOf(work), way: 'command' })
    : undefined;
  if (outcome !== undefined && outcome.kind !== 'done') {
    throw staleProblem(kind.title(key));
  }
  return {
    document: {
      ...(change === undefined ? { change: null } : changeDocument(record, change)),
      applied: isMade,
      effect,
    },
  };
}

/** Plans what a file wants. Raises Problem for one that is not valid. */
async function planOf(
  work: OperationWork,
  stored: AnyKind,
  { format, content, prune }: OperationInput<'planRecords'>['body'],
) {
  const { record, section, effectOf } = stored;
  const bytes = new TextEncoder().encode(content);
  const { rows, problems } = readRecordFile(record, { bytes, section, format });
  if (problems.length > 0) {
    throw new Problem('invalid-input', problems.map(({ at, text }) => `${at}: ${text}`).join('\n'), {
      fields: problems.slice(0, 100).map(({ at, text }) => ({ field: at, problem: text })),
    });
  }
  const terms = rows.map((row) => row.terms);
  const plan = await planRecords(storedPorts(stored, work), terms, { prune, unsaid: rows.map(({ unsaid }) => unsaid) });
  refuseInvalidChanges(record, plan.changes);
  const agreed = sha256(JSON.stringify(plan.changes.map((change) => changeDocument(record, change))));
  return { plan, agreed, effect: await effectOf(work.installation, plan.changes) };
}

function noneOfThatName({ listedBy }: { readonly listedBy: string }): Problem {
  return new Problem('not-found', `There is no record of that name; see "npx curfew ${listedBy}"`);
}
