import type { FileContent } from '../../shared/budgets/contract/budget-file.ts';
import { budgetRecord } from '../../shared/budgets/contract/budget.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { counted, grouped } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { teamRecord } from '../../shared/teams/contract/team.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { type Block, drawBlocks, type TableBlock } from '../frame/block.ts';
import { type ChangeDocument, changeTable } from './record-rows.ts';

type Plan = NonNullable<OperationDocument<'showImpact'>['plan']>;

/** What an import of a file would do, its changes as tables: the teams of a file of budgets come first. */
export function describeImport(plan: Plan, content: FileContent, style: Style): string {
  return importParts(plan, content)
    .map((blocks) => drawBlocks(blocks, style))
    .join('\n\n');
}

/** The same as lines and tables, a part for the teams and one for the budgets. */
export function importParts(plan: Plan, content: FileContent): readonly (readonly Block[])[] {
  const { teams } = plan;
  return content === 'teams'
    ? [partBlocks(plan, content)]
    : [...(teams === undefined ? [] : [partBlocks(teams, 'teams')]), partBlocks(plan, content)];
}

function partBlocks(
  { changes, unchanged, notInFile, blocked }: NonNullable<Plan['teams']>,
  what: FileContent,
): readonly Block[] {
  const [adds, edits, removals] = (['add', 'change', 'remove'] as const).map((kind) =>
    grouped(changes.filter(({ change }) => change === kind).length),
  );
  const counts = `${adds} to add, ${edits} to change, ${removals} to remove, ${grouped(unchanged)} unchanged.`;
  const [stay, them] = notInFile.length === 1 ? ['stays', 'it'] : ['stay', 'them'];
  return [
    ...(changes.length === 0 ? [] : [changeBlock(changes, what)]),
    what === 'teams' ? `Teams: ${counts}` : counts,
    ...(notInFile.length === 0
      ? []
      : [
          `${counted(notInFile.length, what.slice(0, -1))} that the file does not name ${stay}; --prune would remove ${them}.`,
        ]),
    ...blocked.map(({ key, problem }) =>
      plainText(`! ${key} is left alone: its row in the table was edited by hand and must be mended first: ${problem}`),
    ),
  ];
}

export function changeBlock(changes: readonly ChangeDocument[], what: FileContent): TableBlock {
  return what === 'teams' ? changeTable(teamRecord, changes) : changeTable(budgetRecord, changes);
}
