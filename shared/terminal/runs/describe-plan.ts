import { formatScope } from '../../budgets/scope.ts';
import type { SetCap } from '../../caps/cap.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import type { Column } from '../draw-grid.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

const columns: readonly Column[] = [
  { title: 'Email' },
  { title: 'From', align: 'right' },
  { title: 'To', align: 'right' },
  { title: 'Headroom', align: 'right' },
  { title: 'Binding' },
  { title: 'Reason' },
];

/** Changes of caps as a table of at most `rowsMax` rows, then how many more there are. Credits are Standard Credits. */
export function describeChanges(changes: readonly SetCap[], rowsMax: number, style: Style): string {
  const rows = changes
    .slice(0, rowsMax)
    .map((change) => [
      change.email,
      change.fromCredits === undefined ? 'none' : grouped(change.fromCredits),
      grouped(change.limitCredits),
      change.binding === undefined ? 'unlimited' : grouped(change.binding.headroomCredits),
      describeBinding(change),
      change.reason.replaceAll('-', ' '),
    ]);
  const more = changes.length - rows.length;
  const table = renderTable(columns, rows, style);
  return more > 0 ? `${table}\nand ${grouped(more)} more` : table;
}

/** Changes with those first that leave the least to consume. */
export function tightestFirst(changes: readonly SetCap[]): readonly SetCap[] {
  const left = ({ binding }: SetCap): number => binding?.headroomCredits ?? Number.POSITIVE_INFINITY;
  return changes.toSorted((a, b) => Math.sign(left(a) - left(b)) || 0);
}

function describeBinding({ binding }: SetCap): string {
  return binding === undefined ? 'no budget' : `${formatScope(binding.scope)} ${binding.window}`;
}
