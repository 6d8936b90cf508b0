import type { DeltaLine, Figure, MailContent, MailEntry, MailSection, MailTable } from './content.ts';
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
      return section.figures.map(renderFact).join('\n');
    case 'notes':
      return [titled(section.heading), ...section.notes.map((note) => `- ${printable(note)}`)].join('\n');
    case 'table':
      return [titled(section.heading), ...renderTable(section.table)].join('\n');
    case 'facts':
      return [
        ...(section.heading === undefined ? [] : [titled(section.heading)]),
        ...section.facts.map(renderFact),
      ].join('\n');
    case 'entries':
      return [
        titled(section.heading),
        [...section.entries.map(renderEntry), ...moreOf(section.more)].join('\n\n'),
      ].join('\n');
    case 'patch':
      return [titled(section.heading), ...section.lines.map(renderLine), ...moreOf(section.more)].join('\n');
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
  return [...lines, ...moreOf(more)];
}

function renderEntry({ title, name, rating, text, delta, facts }: MailEntry): string {
  const below = [
    ...(name === undefined ? [] : [printable(name)]),
    ...(text === undefined ? [] : [printable(text)]),
    ...delta.map(renderLine),
    ...facts.map(renderFact),
  ];
  return [`${printable(title)} [${printable(rating)}]`, ...below.map((line) => `    ${line}`)].join('\n');
}

function renderFact({ label, value }: Figure): string {
  return `${printable(label)}: ${printable(value)}`;
}

function renderLine({ sign, text }: DeltaLine): string {
  return sign === '' ? printable(text) : `${sign} ${printable(text)}`;
}

function moreOf(more: string | undefined): readonly string[] {
  return more === undefined ? [] : [printable(more)];
}
