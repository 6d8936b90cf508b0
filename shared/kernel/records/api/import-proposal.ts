import { unknownTeamWarnings } from '../../../budgets/budget.ts';
import { readBudgetFile, type BudgetFile, type FileContent } from '../../../budgets/contract/budget-file.ts';
import { followBudgets } from '../../../budgets/followed-rows.ts';
import { noEdits, type ProposedEdits } from '../../../impact/proposed-edits.ts';
import { followedAddresses, type FollowedAddresses } from '../../../roster/followed-addresses.ts';
import { followMembers } from '../../../teams/followed-members.ts';
import { authorOf, type OperationWork } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import type { OperationDocument, OperationInput } from '../../contract/contracts.ts';
import { invariant } from '../../invariant.ts';
import { sha256 } from '../../sha256.ts';
import type { FileNote } from '../contract/files/file-rows.ts';
import type { RecordPlan } from '../diff-records.ts';
import { applyImport, planBudgets, planTeams, type ImportPlan } from '../use-cases/import-records.ts';
import type { Proposal } from './proposal.ts';
import { changeDocument, importDocument, type FailedChange } from './record-documents.ts';
import { editedBudgets, editedTeams, type EditedRecords } from './record-proposal.ts';
import { refuseInvalidChanges } from './refuse-invalid-changes.ts';

const planOfNothing: ImportPlan<never> = { changes: [], unchanged: 0, unnamed: [], blocked: [] };

/** So many changes are made in one call: it has to be answered in time. */
const changesMax = 500;

/** An import that is proposed, and what of it whoever agreed already goes on with. */
interface ImportProposal extends Proposal<OperationDocument<'importRecords'>> {
  /** What a call gives to make what an earlier one has left. */
  readonly rest: string;
}

/** Proposes to make budgets, or teams, what a file says. Raises Problem for a file that is not valid. */
export async function proposeImport(
  work: OperationWork,
  content: FileContent,
  { format, content: text, prune }: OperationInput<'importRecords'>['body'],
): Promise<ImportProposal> {
  const file = readBudgetFile(new TextEncoder().encode(text), format, content);
  refuseFileProblems(file.problems);
  if (content === 'teams' && !file.content.has('teams')) {
    throw new Problem(
      'invalid-input',
      'The file has no "teams:", and nothing was changed; see "npx curfew budgets import"',
    );
  }
  const { teams: known } = await work.installation.teams.list();
  const names = new Set([...known, ...file.teams.map(({ terms }) => terms)].map(({ name }) => name));
  const warnings = [...file.warnings, ...(content === 'budgets' ? unknownTeams(file, names) : [])];
  const teams = file.content.has('teams') ? await plannedTeams(work, file, prune) : undefined;
  const budgets = content === 'budgets' ? await plannedBudgets(work, file, prune) : undefined;
  // Teams come first: a budget may be of one of them.
  const parts = [teams, budgets].filter((part) => part !== undefined);
  const main = budgets ?? teams;
  invariant(main !== undefined, 'a file of teams has teams, and one of budgets is planned as such');
  const rest = restOf(parts.map((part) => part.basisFrom(0)));
  const documentOf = (failed: ReadonlyMap<ImportPart, readonly FailedChange[]>) => ({
    ...main.documentOf(failed.get(main)),
    ...(main !== teams && teams !== undefined && { teams: teams.documentOf(failed.get(teams)) }),
    warnings: warnings.map(({ at, text: problem }) => ({ at, problem })),
  });
  return {
    edits: { ...noEdits, ...teams?.edits, ...budgets?.edits },
    isEdit: parts.some(({ size }) => size > 0),
    version: 'absent',
    basis: parts.map((part) => part.basisFrom(0)),
    rest,
    shown: { plan: documentOf(new Map()), exactly: rest },
    async make() {
      const { failed, left, ...next } = await applySome(parts);
      return { document: { ...documentOf(failed), left, agreed: left === 0 ? null : next.rest } };
    },
  };
}

interface ImportPart {
  readonly edits: Partial<ProposedEdits>;
  readonly size: number;
  /** The changes from one on, with the versions that they are made on. */
  readonly basisFrom: (index: number) => unknown;
  readonly documentOf: (failed?: readonly FailedChange[]) => ReturnType<typeof importDocument>;
  /** Makes the first changes; tells those that could not be made. */
  readonly apply: (count: number) => Promise<readonly FailedChange[]>;
}

/** Makes as many changes as one call may. */
async function applySome(parts: readonly ImportPart[]) {
  const failed = new Map<ImportPart, readonly FailedChange[]>();
  const rests: unknown[] = [];
  let [room, left] = [changesMax, 0];
  for (const part of parts) {
    const count = Math.min(room, part.size);
    failed.set(part, await part.apply(count));
    rests.push(part.basisFrom(count));
    room -= count;
    left += part.size - count;
  }
  return { failed, left, rest: restOf(rests) };
}

/** What a call gives to make these changes, and nothing else. */
export function restOf(bases: readonly unknown[]): string {
  return sha256(JSON.stringify(['rest', bases]));
}

/** The part of an import that a plan is. Raises Problem for a row that is not valid beside what it leaves as it is. */
export function importPart<Key, Terms extends Key>(
  work: OperationWork,
  { kind, record, store, editsOf }: EditedRecords<Key, Terms>,
  plan: ImportPlan<Terms>,
): ImportPart {
  const { changes } = plan;
  refuseInvalidChanges(record, changes);
  return {
    edits: editsOf?.(changes) ?? {},
    size: changes.length,
    basisFrom: (index) => changes.slice(index).map((change) => changeDocument(record, change)),
    documentOf: (failed) => importDocument(record, plan, failed),
    async apply(count) {
      const some: RecordPlan<Terms> = { ...plan, changes: changes.slice(0, count) };
      const results = await applyImport({ kind, store, ids: work.ids }, some, authorOf(work));
      return results.flatMap(({ change, outcome }) =>
        outcome.kind === 'done' ? [] : [{ ...changeDocument(record, change), problem: outcome.problem }],
      );
    },
  };
}

async function addressesOf({ installation }: OperationWork): Promise<FollowedAddresses> {
  return followedAddresses(await installation.users.list());
}

async function plannedBudgets(work: OperationWork, file: BudgetFile, prune: boolean): Promise<ImportPart> {
  const { budgets: store } = work.installation;
  // A file may name people by their former addresses.
  const wanted = followBudgets(
    file.budgets.map(({ terms }) => terms),
    await addressesOf(work),
  );
  // A file that says nothing about budgets wants what is there.
  const plan = file.content.has('budgets')
    ? await planBudgets(store, wanted, { prune, unsaid: file.budgets.map(({ unsaid }) => unsaid) })
    : planOfNothing;
  return importPart(work, editedBudgets(work), plan);
}

async function plannedTeams(work: OperationWork, file: BudgetFile, prune: boolean): Promise<ImportPart> {
  const wanted = followMembers(
    file.teams.map(({ terms }) => terms),
    await addressesOf(work),
  );
  const plan = await planTeams(work.installation.teams, wanted, {
    prune,
    unsaid: file.teams.map(({ unsaid }) => unsaid),
  });
  return importPart(work, editedTeams(work), plan);
}

/** Raises Problem that names every row of a file that is wrong. */
export function refuseFileProblems(problems: readonly FileNote[]): void {
  if (problems.length > 0) {
    throw new Problem('invalid-input', problems.map(({ at, text }) => `${at}: ${text}`).join('\n'), {
      fields: problems.slice(0, 100).map(({ at, text }) => ({ field: at, problem: text })),
    });
  }
}

function unknownTeams({ budgets }: BudgetFile, known: ReadonlySet<string>): readonly FileNote[] {
  return budgets.flatMap(({ at, terms }) =>
    [...unknownTeamWarnings([terms], known)].map(([scope, text]) => ({ at, text: `${scope}: ${text}` })),
  );
}
