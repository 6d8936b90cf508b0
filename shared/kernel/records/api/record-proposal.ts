import { budgetKind, type BudgetKey, type BudgetTerms } from '../../../budgets/budget.ts';
import { budgetRecord } from '../../../budgets/contract/budget.ts';
import { parseScope, scopeRemedy, type Scope } from '../../../budgets/scope.ts';
import type { WindowKind } from '../../../budgets/window.ts';
import { noEdits, type ProposedEdits } from '../../../impact/proposed-edits.ts';
import { teamRecord } from '../../../teams/contract/team.ts';
import { nextPosition, teamKind, type TeamTerms } from '../../../teams/team.ts';
import { authorOf, type Answer, type OperationWork } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import type { OperationDocument } from '../../contract/contracts.ts';
import type { GivenFields } from '../../contract/fields/record-parts.ts';
import { quotedValue } from '../contract/fields/quoted-value.ts';
import type { RecordCodec } from '../contract/record.ts';
import { changed, termsIn, type RecordChange } from '../diff-records.ts';
import type { TeamKey } from '../ports.ts';
import { keyText } from '../record-kind.ts';
import {
  editRecord,
  planRemoval,
  planSetting,
  recordInForce,
  type EditPorts,
  type FoundVersion,
  type PlannedEdit,
} from '../use-cases/edit-record.ts';
import { staleProblem, type Proposal } from './proposal.ts';
import { changeDocument } from './record-documents.ts';

/** A kind of record whose edits have an impact on limits. */
export interface EditedRecords<Key, Terms extends Key> extends Pick<EditPorts<Key, Terms>, 'kind' | 'store'> {
  readonly record: RecordCodec<Key, Terms>;
  /** One change among the edits whose impact is shown. */
  readonly editsOf: (change: RecordChange<Terms>) => ProposedEdits;
}

type Edited = OperationDocument<'setBudget'>;

/** The budgets of an installation, to be edited. */
export function editedBudgets({ installation }: OperationWork): EditedRecords<BudgetKey, BudgetTerms> {
  const editsOf = (change: RecordChange<BudgetTerms>) => ({ ...noEdits, budgets: [change] });
  return { kind: budgetKind, record: budgetRecord, store: installation.budgets, editsOf };
}

/** The teams of an installation, to be edited. */
export function editedTeams({ installation }: OperationWork): EditedRecords<TeamKey, TeamTerms> {
  const editsOf = (change: RecordChange<TeamTerms>) => ({ ...noEdits, teams: [change] });
  return { kind: teamKind, record: teamRecord, store: installation.teams, editsOf };
}

/** What is wanted of one record: what is not said stays as it is, null takes a value away. */
interface ProposedRecord<Key> {
  readonly key: Key;
  readonly said: GivenFields;
  /** What a new record has unless it is said. */
  readonly usual?: GivenFields;
}

/** Proposes to make one record what is said of it. Raises Problem where that cannot be. */
export async function proposeSetting<Key, Terms extends Key>(
  work: OperationWork,
  edited: EditedRecords<Key, Terms>,
  { key, said, usual = {} }: ProposedRecord<Key>,
): Promise<Proposal<Edited>> {
  const { kind, record, store } = edited;
  const found = await store.find(key);
  const before = recordInForce(found);
  const wanted = termsFrom(record, {
    ...kind.plainKey(key),
    ...(before === undefined ? usual : record.format(termsIn<Terms>(before))),
    ...said,
  });
  return proposalOf(work, edited, { key, found, planned: planSetting(kind, found, wanted) });
}

/** Proposes to make a team what is said of it; a new one comes last. */
export async function proposeTeam(
  work: OperationWork,
  { name, said }: { readonly name: string; readonly said: GivenFields },
) {
  const { teams } = await work.installation.teams.list();
  const usual = { position: nextPosition(teams) };
  return proposeSetting(work, editedTeams(work), { key: { name: name.trim() }, said, usual });
}

/** Proposes to remove one record. Raises Problem where there is none. */
export async function proposeRemoval<Key, Terms extends Key>(
  work: OperationWork,
  edited: EditedRecords<Key, Terms>,
  key: Key,
): Promise<Proposal<Edited>> {
  const found = await edited.store.find(key);
  return proposalOf(work, edited, { key, found, planned: planRemoval(edited.kind, found, key) });
}

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

interface PlannedProposal<Key, Terms> {
  readonly key: Key;
  readonly found: FoundVersion<Terms>;
  readonly planned: PlannedEdit<Terms>;
}

function proposalOf<Key, Terms extends Key>(
  work: OperationWork,
  edited: EditedRecords<Key, Terms>,
  { key, found, planned }: PlannedProposal<Key, Terms>,
): Proposal<Edited> {
  const { kind, editsOf } = edited;
  if (planned.kind === 'not-there') {
    throw new Problem(
      'not-found',
      `There is no ${kind.name} ${quotedValue(keyText(kind, key))}; see "npx curfew ${kind.name}s list"`,
    );
  }
  if (planned.kind === 'refused') {
    throw new Problem('refused', planned.problem);
  }
  const change = planned.kind === 'planned' ? planned.change : undefined;
  return {
    edits: change === undefined ? noEdits : editsOf(change),
    isEdit: change !== undefined,
    version: versionOf(found),
    make: async () => (change === undefined ? { document: { change: null } } : made(work, edited, change)),
  };
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

async function made<Key, Terms extends Key>(
  work: OperationWork,
  edited: EditedRecords<Key, Terms>,
  change: RecordChange<Terms>,
): Promise<Answer<Edited>> {
  await makeChange(work, edited, change);
  return { document: changeDocument(edited.record, change) };
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
