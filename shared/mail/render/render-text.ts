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
import { printableTexts, readable } from '../printable.ts';

/** Renders the plain-text version of a mail. `print`: how each text is made printable. */
export function renderText(mail: MailContent, print = readable): string {
  const content = printableTexts(mail, print);
  const blocks = [content.lead, ...content.sections.map(renderSection), ['--', ...content.foot].join('\n')];
  return `${blocks.join('\n\n')}\n`;
}

function renderSection(section: MailSection): string {
  switch (section.kind) {
    case 'figures':
      return section.figures.map(renderFact).join('\n');
    case 'notes':
      return headed(
        section,
        section.notes.map((note) => `- ${note}`),
      );
    case 'table':
      return headed({ heading: section.heading, more: section.table.more }, renderRows(section.table));
    case 'facts':
      return headed(section, section.facts.map(renderFact));
    case 'bars':
      return headed(section, section.bars.map(renderBar));
    case 'entries':
      return headed({ heading: section.heading }, [
        [...section.entries.map(renderEntry), ...(section.more === undefined ? [] : [section.more])].join('\n\n'),
      ]);
    case 'links':
      return headed(section, section.links.map(renderLink));
    case 'patch':
      return headed(section, section.lines.map(renderLine));
  }
}

function headed(
  { heading, more }: { readonly heading?: string | undefined; readonly more?: string | undefined },
  lines: readonly string[],
): string {
  const title = heading === undefined ? [] : [heading, '='.repeat(heading.length)];
  return [...title, ...lines, ...(more === undefined ? [] : [more])].join('\n');
}

/** One paragraph per row reads well at any width and in any font, unlike columns of spaces. */
function renderRows({ columns, rows }: MailTable): readonly string[] {
  return rows.map((cells) =>
    cells.map((cell, index) => (index === 0 ? cell : `${columns[index]?.title ?? ''}: ${cell}`)).join('\n    '),
  );
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
  return `${label}: ${value}${before === undefined ? '' : ` ${before.word ?? 'before'} ${before.value}`}`;
}

function renderLink(link: ContentLink): string {
  return `${link.label}:\n${addressOf(link)}`;
}

function renderLine({ sign, text }: DeltaLine): string {
  return sign === '' ? text : `${sign} ${text}`;
}
