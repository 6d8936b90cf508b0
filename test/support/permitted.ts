import { addressOf, type Change } from '../../shared/promise/facts.ts';
import { permit, type Permitted } from '../../shared/promise/permit.ts';
import { surveyOf } from '../../shared/promise/potential.ts';

/** Limits as the guard of the promise permits them where there is no pool. */
export function permitted<C extends Change>(...changes: readonly C[]): readonly Permitted<C>[] {
  const always = { fromMs: -Infinity, sureFromMs: -Infinity, sureUntilMs: Infinity, untilMs: Infinity };
  const survey = surveyOf({
    moment: { nowMs: 0, earlierMs: 0, laterMs: 0 },
    restsOn: { anchorDay: 1, delayMs: 0, inFlightCredits: 0, creditsPerHour: Infinity, unlimitedCredits: Infinity },
    use: { from: '2026-01-01', through: '2026-01-01', beyondRows: [] },
    accounts: changes.map(({ email }) => ({
      userId: email,
      held: [{ address: addressOf(email), ...always }],
      teams: [],
    })),
    sent: new Map(),
    pools: [],
  });
  return permit(survey, changes);
}
