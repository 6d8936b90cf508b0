import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';

import { creditsText } from '../../../shared/kernel/texts/credits.ts';
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
      <div aria-label={title} className="figures" role="region" tabIndex={0}>
        <table>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name = '', ...cells], at) => (
              <tr key={`${at} ${name}`}>
                <th scope="row">{cellText(name)}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]}>{cellText(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ExpandableSection>
  );
}

function cellText(cell: Cell): string {
  return cell === null ? '–' : typeof cell === 'number' ? creditsText(cell) : harmless(cell);
}
