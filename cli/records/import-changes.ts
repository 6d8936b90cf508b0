import { plainText } from '../../shared/terminal/plain-text.ts';
import type { EditOutcome } from '../../shared/application/edits/edit-record.ts';
import type { FileNote } from '../../shared/contracts/files/file-rows.ts';
import { counted } from '../../shared/domain/texts/counted.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { noEdits, type ProposedEdits } from '../../shared/domain/impact/proposed-edits.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { progressBar } from '../frame/progress-bar.ts';
import { agreeOnImpact, type Proposal } from './impact-question.ts';
import type { ImpactOptions } from './impact-options.ts';
import { noteDocument } from './valid-file.ts';
import { noteEffect } from './takes-effect.ts';

export interface ImportOptions extends ImpactOptions {
  readonly prune?: boolean;
}

/** What became of one change, and how the JSON documents show it. */
export interface ChangeResult {
  readonly document: Readonly<Record<string, unknown>>;
  readonly outcome: EditOutcome;
}

/** What an import would do to one table. */
export interface PlannedImport {
  readonly what: 'budgets' | 'teams';
  readonly kinds: readonly ('add' | 'change' | 'remove')[];
  /** The changes as a table; said before anybody is asked. */
  readonly table: string;
  readonly unchanged: number;
  /** What the file does not name and stays. */
  readonly unnamed: readonly string[];
  /** Rows of the table that must be mended by hand first. */
  readonly blocked: readonly { readonly key: string; readonly problem: string }[];
  /** The changes, among the edits whose impact is shown. */
  readonly edits: ProposedEdits;
  /** The plan as the JSON documents show it. */
  readonly document: Readonly<Record<string, unknown>>;
  apply(onProgress: (done: number) => void): Promise<readonly ChangeResult[]>;
}

/** Plans to carry out together: the first is what the command is about. */
export interface ImportPlans {
  readonly main: PlannedImport;
  /** Carried out before, under its own name in the JSON document. */
  readonly beside?: PlannedImport;
}

export interface ImportOrder {
  readonly installation: Installation;
  readonly options: ImportOptions;
  /** Plans from the tables of now. */
  readonly plan: () => Promise<ImportPlans>;
  readonly warnings: readonly FileNote[];
}

/** Shows what an import would do and what follows from it, and does it once somebody says yes. */
export async function carryOutImport(context: CommandContext, order: ImportOrder): Promise<ExitCode> {
  const { installation, options, warnings } = order;
  const agreement = await agreeOnImpact<ImportPlans>(context, {
    installation,
    options,
    propose: async () => proposalOf(await order.plan()),
    introduce: (plans) => inOrder(plans).map(describePlan).join('\n\n'),
    asksAlways: true,
  });
  if (agreement.kind === 'shown') {
    return agreement.exitCode;
  }
  const plans = inOrder(agreement.plan);
  const isNeeded = plans.some(({ kinds }) => kinds.length > 0);
  const isApplied = isNeeded && agreement.kind === 'agreed';
  const results = new Map<PlannedImport, readonly ChangeResult[]>();
  for (const plan of isApplied ? plans : []) {
    results.set(plan, await applied(context, plan));
  }
  const { main, beside } = agreement.plan;
  context.tell({
    json: {
      ...documentOf(main, results),
      ...(beside !== undefined && { [beside.what]: documentOf(beside, results) }),
      applied: isApplied,
      warnings: warnings.map(noteDocument),
      impact: agreement.impact,
    },
    text: isApplied ? describeResults([...results.values()].flat()) : describeNoChange(isNeeded),
  });
  if (isApplied) {
    noteEffect(context, installation);
  }
  const failed = [...results.values()].flat().filter(({ outcome }) => outcome.kind !== 'done').length;
  return failed + plans.flatMap(({ blocked }) => blocked).length === 0 ? exitCodes.done : exitCodes.someRowsFailed;
}

/** The edits of all plans together. */
function proposalOf(plans: ImportPlans): Proposal<ImportPlans> {
  const edits = inOrder(plans).map((plan) => plan.edits);
  return {
    plan: plans,
    edits: {
      ...noEdits,
      budgets: edits.flatMap(({ budgets }) => budgets),
      teams: edits.flatMap(({ teams }) => teams),
    },
  };
}

/** The order in which they are carried out. */
function inOrder({ main, beside }: ImportPlans): readonly PlannedImport[] {
  return beside === undefined ? [main] : [beside, main];
}

async function applied({ io }: CommandContext, plan: PlannedImport): Promise<readonly ChangeResult[]> {
  const bar = progressBar(io);
  try {
    return await plan.apply((done) => bar.show(`Changing ${plan.what}`, done, plan.kinds.length));
  } finally {
    bar.stop();
  }
}

function documentOf(plan: PlannedImport, results: ReadonlyMap<PlannedImport, readonly ChangeResult[]>) {
  const failed = (results.get(plan) ?? []).flatMap(({ document, outcome }) =>
    outcome.kind === 'done' ? [] : [{ ...document, problem: outcome.problem }],
  );
  return { ...plan.document, unchanged: plan.unchanged, notInFile: plan.unnamed, blocked: plan.blocked, failed };
}

/** A plan in words, its changes as a table. */
function describePlan({ what, kinds, table, unchanged, unnamed, blocked }: PlannedImport): string {
  const [adds, changes, removals] = (['add', 'change', 'remove'] as const).map((kind) =>
    grouped(kinds.filter((each) => each === kind).length),
  );
  const counts = `${adds} to add, ${changes} to change, ${removals} to remove, ${grouped(unchanged)} as they are.`;
  return [
    ...(kinds.length === 0 ? [] : [table]),
    what === 'teams' ? `Teams: ${counts}` : counts,
    ...(unnamed.length === 0
      ? []
      : [
          `${counted(unnamed.length, what.slice(0, -1))} that the file does not name ${unnamed.length === 1 ? 'stays' : 'stay'}; --prune would remove ${unnamed.length === 1 ? 'it' : 'them'}.`,
        ]),
    ...blocked.map(({ key, problem }) =>
      plainText(`! ${key} is left alone: its row in the table was edited by hand and must be mended first: ${problem}`),
    ),
  ].join('\n');
}

function describeNoChange(isNeeded: boolean): string {
  return isNeeded
    ? 'Nothing was changed. To make these changes, run the command again with --yes.'
    : 'There is nothing to change.';
}

function describeResults(results: readonly ChangeResult[]): string {
  const problems = results.flatMap(({ outcome }) =>
    outcome.kind === 'done' ? [] : [plainText(`! ${outcome.problem}`)],
  );
  const done = results.length - problems.length;
  return [
    `${grouped(done)} of ${counted(results.length, 'change')} ${done === 1 ? 'was' : 'were'} made.`,
    ...problems,
  ].join('\n');
}
