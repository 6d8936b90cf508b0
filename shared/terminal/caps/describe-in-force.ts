import type { Explanation } from '../../explanation/explanation.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import { plainText } from '../../kernel/texts/plain-text.ts';
import type { SentLimit } from '../../limits/limit-record.ts';

/** What the platform goes by now, as far as Curfew can know: there is no way to read a limit back. */
export function describeInForce(explanation: Explanation, unlimitedCredits: number): readonly string[] {
  const { record, exposureCredits } = explanation;
  if (record === undefined) {
    return ['Not known: Curfew has never sent a limit. The platform may hold one from before, and does not show it.'];
  }
  const { confirmed, unsettled, failure } = record;
  const amount = (sent: SentLimit): string =>
    sent.limitCredits >= unlimitedCredits ? 'unlimited' : grouped(sent.limitCredits);
  const lines = [
    confirmed === undefined
      ? 'No limit was ever confirmed by the platform.'
      : `${amount(confirmed)}, confirmed as of ${confirmed.at}, set by run ${confirmed.runId}.`,
    ...unsettled.map((sent) => `${amount(sent)} perhaps: ${sentWords(explanation)} ${sent.at} by run ${sent.runId}.`),
    ...(failure === undefined
      ? []
      : [`The platform has refused ${refused(failure, unlimitedCredits)} for ${nights(failure)}.`]),
    exposureCredits === undefined || exposureCredits >= unlimitedCredits
      ? unknownUse(explanation, unlimitedCredits)
      : `At most ${grouped(exposureCredits)} can have been used in the platform’s window so far.`,
    ...tonight(explanation),
  ];
  return lines.map(plainText);
}

/** Why it is not known how much can have been used since the last figures. */
function unknownUse({ record, status }: Explanation, unlimitedCredits: number): string {
  const { confirmed } = record ?? {};
  if (status === 'exempt') {
    return 'Use since the last figures is not known: the limit of an exempt person may be changed on the platform.';
  }
  return confirmed !== undefined && confirmed.limitCredits >= unlimitedCredits
    ? 'The unlimited budget allows any use.'
    : 'Use since the last figures is not known: for some of that time Curfew had set no limit.';
}

function refused({ limitCredits }: { readonly limitCredits?: number }, unlimitedCredits: number): string {
  if (limitCredits === undefined) {
    return 'this user’s row';
  }
  const number = grouped(limitCredits);
  return limitCredits >= unlimitedCredits ? `${number} (unlimitedCredits in the settings)` : number;
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
