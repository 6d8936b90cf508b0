import type { FileContent } from '../../shared/budgets/contract/budget-file.ts';
import { budgetRecord } from '../../shared/budgets/contract/budget.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { counted, grouped } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { teamRecord } from '../../shared/teams/contract/team.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { changeTable } from './record-rows.ts';

type Plan = NonNullable<OperationDocument<'showImpact'>['plan']>;

/** What an import of a file would do, its changes as tables: the teams of a file of budgets come first. */
export function describeImport(plan: Plan, content: FileContent, style: Style): string {
  const { teams } = plan;
  return content === 'teams'
    ? describePart(plan, content, style)
    : [...(teams === undefined ? [] : [describePart(teams, 'teams', style)]), describePart(plan, content, style)].join(
        '\n\n',
      );
}

function describePart(
  { changes, unchanged, notInFile, blocked }: NonNullable<Plan['teams']>,
  what: FileContent,
  style: Style,
): string {
  const [adds, edits, removals] = (['add', 'change', 'remove'] as const).map((kind) =>
    grouped(changes.filter(({ change }) => change === kind).length),
  );
  const counts = `${adds} to add, ${edits} to change, ${removals} to remove, ${grouped(unchanged)} as they are.`;
  const [stay, them] = notInFile.length === 1 ? ['stays', 'it'] : ['stay', 'them'];
  const table = () =>
    what === 'teams' ? changeTable(teamRecord, changes, style) : changeTable(budgetRecord, changes, style);
  return [
    ...(changes.length === 0 ? [] : [table()]),
    what === 'teams' ? `Teams: ${counts}` : counts,
    ...(notInFile.length === 0
      ? []
      : [
          `${counted(notInFile.length, what.slice(0, -1))} that the file does not name ${stay}; --prune would remove ${them}.`,
        ]),
    ...blocked.map(({ key, problem }) =>
      plainText(`! ${key} is left alone: its row in the table was edited by hand and must be mended first: ${problem}`),
    ),
  ].join('\n');
}
