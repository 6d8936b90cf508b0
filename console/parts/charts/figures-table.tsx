import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';

import { creditsText } from '../../../shared/kernel/texts/credits.ts';
import { dayText, isDay } from '../../../shared/kernel/time/day.ts';
import { PlainTable } from '../lists/plain-table.tsx';
import { harmless } from '../texts/name-text.tsx';
import { type Cell, type Figures, saveCsv } from './figures.ts';

/** The table behind a picture, closed at first, with its CSV. */
export function FiguresTable({ figures }: { readonly figures: Figures }) {
  const { title, columns, rows } = figures;
  return (
    <ExpandableSection
      headerActions={
        <Button ariaLabel={`Download CSV: ${title}`} onClick={() => saveCsv(figures)} variant="inline-link">
          CSV
        </Button>
      }
      headerText={`Figures: ${title}`}
    >
      <PlainTable
        columns={columns.map((column) => ({ title: cellText(column) }))}
        label={title}
        rows={rows.map((cells, at) => ({ key: `${at} ${cells[0] ?? ''}`, cells: cells.map(cellText) }))}
      />
    </ExpandableSection>
  );
}

/** As people read it; the file has days as `2026-12-01` and numbers without separators. */
function cellText(cell: Cell): string {
  return cell === null
    ? '–'
    : typeof cell === 'number'
      ? creditsText(cell)
      : isDay(cell)
        ? dayText(cell)
        : harmless(cell);
}
