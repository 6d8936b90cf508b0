import type { ControlsCheckDocument } from '../../shared/controls/contract/controls-check-documents.ts';
import { ratingOf, topicOf } from '../../shared/controls/mail/words.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { changeIn, verdictText } from './describe-check.ts';

/** A comment of a pull request holds 65,536 characters; the rest is in the run. */
const rowsMax = 100;
const cellCharsMax = 400;

/** The check as a table for a pull request. Nothing from the settings is read as markup, a link or a mention. */
export function checkMarkdown(document: ControlsCheckDocument, file: string): string {
  const { changes, baseline, problems, held } = document;
  const rows = changes.slice(0, rowsMax).map((change) => {
    const where = change.line === undefined ? change.path : `${change.path} (line ${change.line})`;
    return rowOf([ratingOf(changeIn(change)), topicOf(change.field), change.sentence, where]);
  });
  const more = changes.length - rows.length;
  const deviations = baseline?.deviations.filter(({ isStanding }) => !isStanding) ?? [];
  const blocks = [
    `### Controls: ${held ? 'held' : 'not held'}`,
    `${escaped(verdictText(document).replaceAll('\n', ' '))} File: ${escaped(file)}.`,
    ...(rows.length === 0
      ? []
      : [[rowOf(['Severity', 'Control', 'What it means', 'Where']), '| --- | --- | --- | --- |', ...rows].join('\n')]),
    ...(more > 0 ? [`${more} more, less severe.`] : []),
    ...(deviations.length === 0
      ? []
      : [`New deviations from the approved baseline: ${deviations.map(({ path }) => escaped(path)).join(', ')}.`]),
    ...(problems.length === 0
      ? []
      : [problems.map(({ path, problem }) => `- ${escaped(`${path} ${problem}`)}`).join('\n')]),
  ];
  return blocks.join('\n\n');
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => escaped(cell)).join(' | ')} |`;
}

/** What is from the settings stands as it is: no markup, no link, no mention of anybody. */
function escaped(text: string): string {
  const line = plainText(text).replaceAll(/\s+/gu, ' ').trim();
  const cut = line.length > cellCharsMax ? `${line.slice(0, cellCharsMax)}…` : line;
  return cut
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~^-]/gu, String.raw`\$&`)
    .replaceAll('@', '&#64;')
    .replaceAll('://', ':&#47;&#47;')
    .replaceAll(/\bwww\./giu, 'www&#46;');
}
