import { budgetKind, type BudgetKey, type BudgetTerms } from '../../../budgets/budget.ts';
import { budgetRecord } from '../../../budgets/contract/budget.ts';
import { parseScope, scopeRemedy, type Scope } from '../../../budgets/scope.ts';
import type { WindowKind } from '../../../budgets/window.ts';
import { noEdits, type ProposedEdits } from '../../../impact/proposed-edits.ts';
import { teamRecord } from '../../../teams/contract/team.ts';
import { nextPosition, teamKind, type TeamTerms } from '../../../teams/team.ts';
import { authorOf, type OperationWork } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import type { OperationDocument } from '../../contract/contracts.ts';
import type { GivenFields } from '../../contract/fields/record-parts.ts';
import { plainText } from '../../texts/plain-text.ts';
import { quotedValue } from '../contract/fields/quoted-value.ts';
import type { RecordCodec } from '../contract/record.ts';
import { changed, termsIn, type RecordChange } from '../diff-records.ts';
import { keyText, type NameKey } from '../record-kind.ts';
import {
  editRecord,
  planRemoval,
  planSetting,
  recordInForce,
  type EditPorts,
  type FoundVersion,
  type PlannedEdit,
} from '../use-cases/edit-record.ts';
import { makeSeen, staleProblem, type AgreedTerms, type SeenProposal } from './proposal.ts';
import { changeDocument } from './record-documents.ts';

/** A kind of record as it is edited: one at a time, or by a file. */
export interface EditedRecords<Key, Terms extends Key> extends Pick<EditPorts<Key, Terms>, 'kind' | 'store'> {
  readonly record: RecordCodec<Key, Terms>;
  readonly listedBy: string;
  /** What a new record has unless it is said. */
  readonly usual?: () => Promise<GivenFields>;
  /** Their changes among the edits whose impact is shown; absent where no limit depends on them. */
  readonly editsOf?: (changes: readonly RecordChange<Terms>[]) => Partial<ProposedEdits>;
}

export interface RecordProposal<Terms> extends SeenProposal<OperationDocument<'setBudget'>> {
  /** Absent where it is like that already. */
  readonly change?: RecordChange<Terms>;
  readonly document: OperationDocument<'setBudget'>;
}

export function editedBudgets({ installation }: OperationWork): EditedRecords<BudgetKey, BudgetTerms> {
  const { budgets: store } = installation;
  const listedBy = 'budgets list';
  return { kind: budgetKind, record: budgetRecord, store, listedBy, editsOf: (budgets) => ({ budgets }) };
}

export function editedTeams({ installation }: OperationWork): EditedRecords<NameKey, TeamTerms> {
  const { teams: store } = installation;
  // A new team comes last.
  const usual = async () => ({ position: nextPosition((await store.list()).teams) });
  return { kind: teamKind, record: teamRecord, store, listedBy: 'teams list', usual, editsOf: (teams) => ({ teams }) };
}

/** What is wanted of one record: what is not said stays as it is, null takes a value away. */
interface ProposedRecord<Key> {
  readonly key: Key;
  readonly said: GivenFields;
}

/** Proposes to make one record what is said of it. Raises Problem where that cannot be. */
export async function proposeSetting<Key, Terms extends Key>(
  work: OperationWork,
  edited: EditedRecords<Key, Terms>,
  { key, said }: ProposedRecord<Key>,
): Promise<RecordProposal<Terms>> {
  const { kind, record, store } = edited;
  const found = await store.find(key);
  const before = recordInForce(found);
  const wanted = termsFrom(record, {
    ...kind.plainKey(key),
    ...(before === undefined ? await edited.usual?.() : record.format(termsIn<Terms>(before))),
    ...said,
  });
  return proposalOf(work, edited, { key, found, planned: planSetting(kind, found, wanted) });
}

/** Proposes to remove one record. Raises Problem where there is none. */
export async function proposeRemoval<Key, Terms extends Key>(
  work: OperationWork,
  edited: EditedRecords<Key, Terms>,
  key: Key,
): Promise<RecordProposal<Terms>> {
  const found = await edited.store.find(key);
  return proposalOf(work, edited, { key, found, planned: planRemoval(edited.kind, found, key) });
}

/** The edits of a kind of record: proposals with their impact, and operations that make them exactly as agreed. */
function recordEdits<Words, Key, Terms extends Key>(
  recordsOf: (work: OperationWork) => EditedRecords<Key, Terms>,
  keyOf: (words: Words) => Key,
) {
  const proposeSet = async (work: OperationWork, words: Words, said: GivenFields) =>
    proposeSetting(work, recordsOf(work), { key: keyOf(words), said });
  const proposeRemove = async (work: OperationWork, words: Words) =>
    proposeRemoval(work, recordsOf(work), keyOf(words));
  return {
    proposeSet,
    proposeRemove,
    set: async (work: OperationWork, given: Words & AgreedTerms & { readonly body: GivenFields }) =>
      makeSeen(work, await proposeSet(work, given, given.body), given),
    remove: async (work: OperationWork, given: Words & AgreedTerms) =>
      makeSeen(work, await proposeRemove(work, given), given),
  };
}

export const budgetEdits = recordEdits(editedBudgets, budgetKeyOf);
export const teamEdits = recordEdits(editedTeams, ({ name }: NameKey): NameKey => ({ name: name.trim() }));

/** The terms that plain fields stand for; null is none. Raises Problem that names every field that is wrong. */
export function termsFrom<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, plain: GivenFields): Terms {
  const read = record.parse(Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== null)));
  if (read.kind === 'refused') {
    throw new Problem('invalid-input', read.problems.join('\n'), {
      fields: read.problems.slice(0, 100).map((problem) => ({ field: 'body', problem })),
    });
  }
  return read.terms;
}

/** The version of what was found under a key; `absent` where there is nothing. */
export function versionOf<Terms>(found: FoundVersion<Terms>): string {
  const { row } = found;
  const record = recordInForce(found);
  // A row that cannot be read is mended on the version that it carries.
  const version = row.kind === 'invalid' ? row.seenVersion : record?.version;
  return version === undefined || (record === undefined && version === 0) ? 'absent' : String(version);
}

function proposalOf<Key, Terms extends Key>(
  work: OperationWork,
  edited: EditedRecords<Key, Terms>,
  {
    key,
    found,
    planned,
  }: { readonly key: Key; readonly found: FoundVersion<Terms>; readonly planned: PlannedEdit<Terms> },
): RecordProposal<Terms> {
  const { kind, record, editsOf } = edited;
  if (planned.kind === 'not-there') {
    throw notThere(edited, key);
  }
  if (planned.kind === 'refused') {
    throw new Problem('refused', planned.problem);
  }
  const change = planned.kind === 'planned' ? planned.change : undefined;
  const edits = change && editsOf?.([change]);
  const title = plainText(kind.title(key));
  const document = change === undefined ? { change: null } : changeDocument(record, change);
  return {
    edits: { ...noEdits, ...edits },
    isEdit: change !== undefined,
    version: versionOf(found),
    title: title.startsWith('the ') ? title : `the ${kind.name} ${title}`,
    change,
    document,
    async make() {
      if (change !== undefined) {
        await makeChange(work, edited, change);
      }
      return { document };
    },
  };
}

/** There is no record under a key. */
export function notThere<Key, Terms extends Key>(
  { kind, listedBy }: Pick<EditedRecords<Key, Terms>, 'kind' | 'listedBy'>,
  key: Key,
): Problem {
  const name = `${kind.name.replaceAll('-', ' ')} ${quotedValue(keyText(kind, key))}`;
  return new Problem('not-found', `There is no ${name}; see "npx curfew ${listedBy}"`);
}

/** Makes a change by command, under the name of the caller. Raises Problem where it cannot be made any more. */
export async function makeChange<Key, Terms extends Key>(
  work: OperationWork,
  { kind, store }: Pick<EditPorts<Key, Terms>, 'kind' | 'store'>,
  change: RecordChange<Terms>,
): Promise<void> {
  const outcome = await editRecord({ kind, store, ids: work.ids }, change, { ...authorOf(work), way: 'command' });
  if (outcome.kind !== 'done') {
    throw outcome.kind === 'stale'
      ? staleProblem(kind.title(changed(change)))
      : new Problem('refused', outcome.problem);
  }
}

/** The key of a budget that an address names. */
export function budgetKeyOf({ scope, window }: { readonly scope: string; readonly window: WindowKind }): BudgetKey {
  return { scope: scopeOf(scope), window };
}

/** The scope that a text stands for; raises Problem for what is none. */
export function scopeOf(text: string): Scope {
  const scope = parseScope(text);
  if (scope === undefined) {
    const problem = `${quotedValue(text)} is no scope; ${scopeRemedy(text)}`;
    throw new Problem('invalid-input', problem, { fields: [{ field: 'scope', problem }] });
  }
  return scope;
}
