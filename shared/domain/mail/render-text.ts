import type { MailContent, MailSection, MailTable } from './content.ts';
import { printable } from './printable.ts';

/** The plain-text twin of a mail. */
export function renderText(content: MailContent): string {
  const blocks = [
    printable(content.lead),
    ...content.sections.map(renderSection),
    ['--', ...content.foot.map(printable)].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function renderSection(section: MailSection): string {
  switch (section.kind) {
    case 'figures':
      return section.figures.map(({ label, value }) => `${printable(label)}: ${printable(value)}`).join('\n');
    case 'notes':
      return [titled(section.heading), ...section.notes.map((note) => `- ${printable(note)}`)].join('\n');
    case 'table':
      return [titled(section.heading), ...renderTable(section.table)].join('\n');
  }
}

function titled(heading: string): string {
  const text = printable(heading);
  return `${text}\n${'='.repeat(text.length)}`;
}

/** A row a paragraph reads well at any width and in any font, where columns of blanks do not. */
function renderTable({ columns, rows, more }: MailTable): readonly string[] {
  const lines = rows.map((cells) =>
    cells
      .map((cell, index) => (index === 0 ? printable(cell) : `${columns[index]?.title ?? ''}: ${printable(cell)}`))
      .join('\n    '),
  );
  return [...lines, ...(more === undefined ? [] : [more])];
}
