import type { ExplainedUserDocument } from '../../shared/explanation/contract.ts';
import { creditsText } from '../../shared/kernel/texts/credits.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';

/** What the platform goes by now, as far as Curfew can know: there is no way to read a limit back. */
export function describeInForce(explanation: ExplainedUserDocument): readonly string[] {
  const { inForce, unsettled, failure, exposure, unlimited } = explanation;
  if (inForce === null && unsettled.length === 0 && failure === null) {
    return ['Not known: Curfew has never sent a limit. The platform may hold one from before, and does not show it.'];
  }
  const amount = (credits: number): string => (credits >= unlimited ? 'unlimited' : creditsText(credits));
  const lines = [
    inForce === null
      ? 'No limit was ever confirmed by the platform.'
      : `${amount(inForce.limit)}, confirmed as of ${minuteText(inForce.at)}, set by run ${inForce.run}.`,
    ...unsettled.map(
      ({ limit, at, run }) => `${amount(limit)} perhaps: ${sentWords(explanation)} ${at} by run ${run}.`,
    ),
    ...(failure === null ? [] : [`The platform has refused ${refused(failure, unlimited)} for ${nights(failure)}.`]),
    exposure === null || exposure >= unlimited
      ? unknownUse(explanation)
      : `At most ${creditsText(exposure)} can have been used in the platform’s window so far.`,
    ...tonight(explanation),
  ];
  return lines.map(plainText);
}

/** Why it is not known how much can have been used since the last figures. */
function unknownUse({ inForce, status, unlimited }: ExplainedUserDocument): string {
  if (status === 'exempt') {
    return 'Use since the last figures is not known: the limit of an exempt person may be changed on the platform.';
  }
  return inForce !== null && inForce.limit >= unlimited
    ? 'The unlimited budget allows any use.'
    : 'Use since the last figures is not known: for some of that time Curfew had set no limit.';
}

type Failure = NonNullable<ExplainedUserDocument['failure']>;

function refused({ limitCredits }: Failure, unlimited: number): string {
  if (limitCredits === undefined) {
    return 'this user’s row';
  }
  const number = creditsText(limitCredits);
  return limitCredits >= unlimited ? `${number} (unlimitedCredits in the settings)` : number;
}

function sentWords({ status }: ExplainedUserDocument): string {
  return status === 'pending' ? 'being sent as of' : 'sent without an answer as of';
}

function nights(failure: Failure): string {
  return `${failure.nights === 1 ? 'one night' : `${failure.nights} nights`}: ${failure.problem}`;
}

function tonight({ limit, inForce, heldPlan }: ExplainedUserDocument): readonly string[] {
  if (limit === null || inForce?.limit === limit) {
    return [];
  }
  return heldPlan === null
    ? [`The next run sets it to ${creditsText(limit)}, unless more becomes known by then.`]
    : [`It becomes ${creditsText(limit)} once plan ${heldPlan} is approved, unless more becomes known by then.`];
}
