import type { EditsWatched } from '../../shared/application/edits/watch-edits.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { describeFailure } from './describe-failure.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';

/** What came of a batch of edits, in lines; nothing when nothing did. */
export function describeEdits({ adopted, invalid, failedRows, enforcement }: EditsWatched): readonly string[] {
  if (enforcement === undefined) {
    return [];
  }
  const { status, held, capsChanged, capsFailed, alerts, problems } = enforcement.outcome;
  const isNews = adopted + invalid + failedRows.length + capsChanged + capsFailed + alerts > 0 || status !== 'complete';
  if (!isNews) {
    return [];
  }
  const facts = [
    `${grouped(capsChanged)} caps changed`,
    ...(capsFailed > 0 ? [`${grouped(capsFailed)} failed`] : []),
    ...(adopted > 0 ? [`${grouped(adopted)} direct edits adopted`] : []),
    ...(invalid > 0 ? [`${grouped(invalid)} rows are not valid`] : []),
    ...(failedRows.length > 0 ? [`${grouped(failedRows.length)} rows are looked at again`] : []),
    ...(alerts > 0 ? [`${grouped(alerts)} mails`] : []),
  ];
  const reason = held === undefined ? [] : [`held by the ${held.guard}: ${held.detail}`];
  const causes = [...reason, ...(status === 'failed' ? problems.slice(0, 1) : [])];
  return [plainText(`Edits, as of ${enforcement.run.at}: ${[...facts, ...causes].join('; ').replace(/\.$/u, '')}.`)];
}

/** What to say when edits could not be adopted. */
export function describeTrouble(trouble: { readonly error?: unknown; readonly isGivenUp: boolean }): readonly string[] {
  const reason = trouble.error === undefined ? 'not all of them could be' : describeFailure(trouble.error);
  return trouble.isGivenUp
    ? [plainText(`Edits of the tables were given up after many tries (${reason}); the nightly run adopts them.`)]
    : trouble.error === undefined
      ? []
      : [plainText(`Edits of the tables are tried again: ${reason}`)];
}
