import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { creditsOver, creditsText } from '../../shared/kernel/texts/credits.ts';
import { dayText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { shownRows } from '../frame/shown-rows.ts';

type Caps = OperationDocument<'listCaps'>;
type Cap = Caps['rows'][number];

const columns = [
  { title: 'Email' },
  { title: 'Limit', align: 'right' },
  { title: 'Used', align: 'right' },
  { title: 'Left', align: 'right' },
  { title: 'Exposure', align: 'right', isMinor: true },
  { title: 'Binding', isMinor: true },
  { title: 'Status' },
] as const;

/** Caps as a table. \`isFiltered\`: not everybody was asked for. */
export function describeCaps(
  { rows: caps, dataThrough, isPartial, ...terms }: Caps,
  isFiltered: boolean,
  style: Style,
) {
  if (caps.length === 0) {
    return isFiltered || isPartial
      ? 'No user matches.'
      : 'There are no users yet; the roster is read by the first run.';
  }
  const { rows, footer } = shownRows(caps, { style, what: 'user' });
  return [
    capTable(rows, terms, style),
    ...footer,
    `Data through ${dataThrough === null ? 'no day yet' : dayText(dataThrough)}; what was used since then is not known.`,
  ].join('\n');
}

/** Caps as a table. A limit from \`unlimited\` on stands for none: it is shown as a word. */
export function capTable(
  caps: readonly Cap[],
  { unlimited, platformWindow: over }: Pick<Caps, 'unlimited' | 'platformWindow'>,
  style: Style,
): string {
  const amount = (credits: number): string => (credits >= unlimited ? 'unlimited' : creditsText(credits));
  const rows = caps.map((cap) => [
    cap.email,
    cap.limit === null ? 'none' : amount(cap.limit),
    creditsOver(cap.used, over),
    cap.headroom === null ? '' : (cap.limit ?? 0) >= unlimited ? 'unlimited' : creditsText(cap.headroom),
    cap.exposure === null ? 'not known' : amount(cap.exposure),
    bindingText(cap),
    cap.stopped && cap.status === 'confirmed' ? { text: 'stopped', paint: style.colors.red } : cap.status,
  ]);
  return renderTable(columns, rows, style);
}

/** A budget of one's own is shown by its window: whose it is stands in the same row. */
function bindingText({ binding, reserved }: Cap): string {
  if (binding === null) {
    return 'no budget';
  }
  const also = reserved === 0 ? '' : `, ${creditsText(reserved)} reserved`;
  return `${binding.scope.startsWith('user:') ? 'own' : binding.scope} ${binding.window}${also}`;
}
