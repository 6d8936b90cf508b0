import type { ControlsCheckDocument } from '../../shared/controls/contract/controls-check-documents.ts';
import { ratingOf, topicOf } from '../../shared/controls/mail/words.ts';
import { markdownComment } from '../frame/markdown.ts';
import { changeIn, verdictText } from './describe-check.ts';

const rowsMax = 100;
const columns = ['Severity', 'Control', 'What it means', 'Where'].map((title) => ({ title }));

/** The check as a comment of a pull request. */
export function checkMarkdown(document: ControlsCheckDocument, file: string): string {
  const { changes, baseline, problems, held } = document;
  const rows = changes.slice(0, rowsMax).map((change) => {
    const where = change.line === undefined ? change.path : `${change.path} (line ${change.line})`;
    return [ratingOf(changeIn(change)), topicOf(change.field), change.sentence, where];
  });
  const more = changes.length - rows.length;
  const deviations = baseline?.deviations.filter(({ isStanding }) => !isStanding) ?? [];
  return markdownComment({ marker: `curfew controls ${file}`, heading: `Controls: ${held ? 'held' : 'not held'}` }, [
    `${verdictText(document)} File: ${file}.`,
    ...(rows.length === 0 ? [] : [{ columns, rows }]),
    ...(more > 0 ? [`${more} more, less severe.`] : []),
    ...(deviations.length === 0
      ? []
      : [`New deviations from the approved baseline: ${deviations.map(({ path }) => path).join(', ')}.`]),
    ...problems.map(({ path, problem }) => `${path} ${problem}`),
  ]);
}
