import { formatScope } from '../../budgets/scope.ts';
import type { CapView } from '../../explanation/cap-view.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

const columns = [
  { title: 'Email' },
  { title: 'Limit', align: 'right' },
  { title: 'Used', align: 'right' },
  { title: 'Left', align: 'right' },
  { title: 'Exposure', align: 'right', isMinor: true },
  { title: 'Binding', isMinor: true },
  { title: 'Status' },
] as const;

/** Caps as a table. `unlimitedCredits` is what stands for no limit: it is shown as a word. */
export function capTable(caps: readonly CapView[], unlimitedCredits: number, style: Style): string {
  const amount = (credits: number): string => (credits >= unlimitedCredits ? 'unlimited' : grouped(credits));
  const isUnlimited = ({ limitCredits = 0 }: CapView): boolean => limitCredits >= unlimitedCredits;
  const rows = caps.map((cap) => [
    cap.email,
    cap.limitCredits === undefined ? 'none' : amount(cap.limitCredits),
    grouped(cap.usedCredits),
    cap.headroomCredits === undefined ? '' : isUnlimited(cap) ? 'unlimited' : grouped(cap.headroomCredits),
    cap.exposureCredits === undefined ? 'not known' : amount(cap.exposureCredits),
    bindingText(cap),
    cap.isStopped && cap.status === 'confirmed' ? { text: 'stopped', paint: style.colors.red } : cap.status,
  ]);
  return renderTable(columns, rows, style);
}

/** A budget of one's own is shown by its window: whose it is stands in the same row. */
function bindingText({ binding, reservedCredits = 0 }: CapView): string {
  if (binding === undefined) {
    return 'no budget';
  }
  const reserved = reservedCredits === 0 ? '' : `, ${grouped(reservedCredits)} reserved`;
  return `${binding.scope.kind === 'user' ? 'own' : formatScope(binding.scope)} ${binding.window}${reserved}`;
}
