import type { Explanation } from '../../domain/explanation/explanation.ts';
import type { SentLimit } from '../../domain/limits/limit-record.ts';
import { grouped } from '../../domain/texts/grouped.ts';
import { plainText } from '../plain-text.ts';

/** What the platform goes by now, as far as Curfew can know: there is no way to read a limit back. */
export function describeInForce(explanation: Explanation, unlimitedCredits: number): readonly string[] {
  const { record, exposureCredits } = explanation;
  if (record === undefined) {
    return ['No limit: Curfew has never sent one, and nothing bounds what can be used.'];
  }
  const { confirmed, unsettled, failure } = record;
  const amount = (sent: SentLimit): string =>
    sent.limitCredits >= unlimitedCredits ? 'unlimited' : grouped(sent.limitCredits);
  const lines = [
    confirmed === undefined
      ? 'No limit was ever confirmed by the platform.'
      : `${amount(confirmed)}, confirmed as of ${confirmed.at}, set by run ${confirmed.runId}.`,
    ...unsettled.map((sent) => `${amount(sent)} perhaps: ${sentWords(explanation)} ${sent.at} by run ${sent.runId}.`),
    ...(failure === undefined ? [] : [`The platform has refused this user’s row for ${nights(failure)}.`]),
    exposureCredits === undefined || exposureCredits >= unlimitedCredits
      ? 'Nothing bounds what can have been used by now.'
      : `At most ${grouped(exposureCredits)} can have been used in the platform’s window by now.`,
    ...tonight(explanation),
  ];
  return lines.map(plainText);
}

function sentWords({ status }: Explanation): string {
  return status === 'pending' ? 'being sent as of' : 'sent without an answer as of';
}

function nights(failure: { readonly nights: number; readonly problem: string }): string {
  return `${failure.nights === 1 ? 'one night' : `${failure.nights} nights`}: ${failure.problem}`;
}

function tonight({ verdict, record }: Explanation): readonly string[] {
  const isOther = verdict.kind === 'limited' && record?.confirmed?.limitCredits !== verdict.limitCredits;
  return isOther
    ? [`The next run sets it to ${grouped(verdict.limitCredits)}, unless more becomes known by then.`]
    : [];
}
