import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { cleanText } from '../../shared/kernel/texts/plain-text.ts';
import type { Block, TableBlock } from './block.ts';

/** A comment of GitHub holds 65,536 characters. */
const commentCharsMax = 65_536;
/** No table takes the room of what stands below it. */
const tableCharsMax = 20_000;
const cellCharsMax = 400;
const restNote = '\n\nThe rest does not fit into a comment; the command with --json has it.';

/**
 * A comment of a pull request. Blocks may hold text of any origin: none of it becomes markup, a link or a mention. The
 * first line is a marker that readers do not see, by which the comment is found and updated; what does not fit is said.
 */
export function markdownComment(
  { marker, heading }: { readonly marker: string; readonly heading: string },
  blocks: readonly Block[],
): string {
  let comment = `<!-- ${marker.replaceAll(/[^\w./: -]|-(?=-)/gu, '_')} -->\n### ${escapedMarkdown(heading)}`;
  for (const block of blocks.filter((each) => each !== '')) {
    const part = `\n\n${typeof block === 'string' ? escapedMarkdown(block) : markdownTable(block)}`;
    if (comment.length + part.length + restNote.length > commentCharsMax) {
      return `${comment}${restNote}`;
    }
    comment += part;
  }
  return comment;
}

function markdownTable({ columns, rows }: TableBlock): string {
  const rule = `|${columns.map(({ align }) => (align === 'right' ? ' ---: ' : ' --- ')).join('|')}|`;
  let table = `${rowOf(columns.map(({ title }) => title))}\n${rule}`;
  for (const [index, cells] of rows.entries()) {
    const row = rowOf(columns.map((_, column) => cells[column] ?? ''));
    if (table.length + row.length > tableCharsMax) {
      return `${table}\n\nand ${grouped(rows.length - index)} more, which do not fit into a comment; the command with --json has them.`;
    }
    table += `\n${row}`;
  }
  return table;
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => escapedMarkdown(cell, cellCharsMax)).join(' | ')} |`;
}

const emailAddress = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/u;

/** Text of any origin as one line that reads as it stands. Email addresses become code: else each would be a link. */
export function escapedMarkdown(text: string, charsMax = 4_000): string {
  const line = cleanText(text).replaceAll(/\s+/gu, ' ').trim();
  const cut = line.length > charsMax ? `${line.slice(0, charsMax)}…` : line;
  return cut
    .split(emailAddress)
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : escapedText(part)))
    .join('');
}

/** GitHub finds mentions, issues and links after the markup is gone, escapes too: only a character between breaks them. */
function escapedText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_[\]|~$]|^[-+=#]|(?<=^\d+)[.)]/gu, String.raw`\$&`)
    .replaceAll(/[@#]|\bGH-|\bwww(?=\.)|:(?=\/\/)/giu, '$&&#8203;');
}
