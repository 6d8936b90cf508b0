import type {
  Bar,
  ContentLink,
  DeltaLine,
  Figure,
  MailContent,
  MailEntry,
  MailSection,
  MailTable,
} from '../content.ts';
import { addressOf } from '../mail-link.ts';
import { printableTexts } from '../printable.ts';

/** The plain-text twin of a mail. */
export function renderText(mail: MailContent): string {
  const content = printableTexts(mail);
  const blocks = [content.lead, ...content.sections.map(renderSection), ['--', ...content.foot].join('\n')];
  return `${blocks.join('\n\n')}\n`;
}

function renderSection(section: MailSection): string {
  switch (section.kind) {
    case 'figures':
      return section.figures.map(renderFact).join('\n');
    case 'notes':
      return [titled(section.heading), ...section.notes.map((note) => `- ${note}`)].join('\n');
    case 'table':
      return [titled(section.heading), ...renderTable(section.table)].join('\n');
    case 'facts':
      return [
        ...(section.heading === undefined ? [] : [titled(section.heading)]),
        ...section.facts.map(renderFact),
      ].join('\n');
    case 'bars':
      return [titled(section.heading), ...section.bars.map(renderBar), ...moreOf(section.more)].join('\n');
    case 'entries':
      return [
        titled(section.heading),
        [...section.entries.map(renderEntry), ...moreOf(section.more)].join('\n\n'),
      ].join('\n');
    case 'links':
      return [titled(section.heading), ...section.links.map(renderLink)].join('\n');
    case 'patch':
      return [titled(section.heading), ...section.lines.map(renderLine), ...moreOf(section.more)].join('\n');
  }
}

function titled(heading: string): string {
  return `${heading}\n${'='.repeat(heading.length)}`;
}

/** A row a paragraph reads well at any width and in any font, where columns of blanks do not. */
function renderTable({ columns, rows, more }: MailTable): readonly string[] {
  const lines = rows.map((cells) =>
    cells.map((cell, index) => (index === 0 ? cell : `${columns[index]?.title ?? ''}: ${cell}`)).join('\n    '),
  );
  return [...lines, ...moreOf(more)];
}

function renderEntry({ title, name, rating, text, delta, facts }: MailEntry): string {
  const below = [
    ...(name === undefined ? [] : [name]),
    ...(text === undefined ? [] : [text]),
    ...delta.map(renderLine),
    ...facts.map(renderFact),
  ];
  return [`${title} [${rating}]`, ...below.map((line) => `    ${line}`)].join('\n');
}

function renderFact({ label, value }: Figure): string {
  return `${label}: ${value}`;
}

function renderBar({ label, value, before }: Bar): string {
  return `${label}: ${value}${before === undefined ? '' : ` before ${before.value}`}`;
}

function renderLink(link: ContentLink): string {
  return `${link.label}:\n${addressOf(link)}`;
}

function renderLine({ sign, text }: DeltaLine): string {
  return sign === '' ? text : `${sign} ${text}`;
}

function moreOf(more: string | undefined): readonly string[] {
  return more === undefined ? [] : [more];
}
