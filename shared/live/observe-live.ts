import type { Observation } from '../notifications/observation.ts';
import type { LiveStatus } from './live-state.ts';

/** Observes that nothing is given between the nightly runs although it is on. */
export function observeLive(standing: LiveStatus): readonly Observation[] {
  return standing.kind === 'doubted'
    ? [
        {
          topic: 'totals-doubted',
          key: 'totals',
          fingerprint: 'doubted',
          severity: 'medium',
          owners: [],
          notifiesAdmins: true,
          headline: 'Nothing is given between the nights: the totals of the sessions are in doubt',
          details: [
            `What is in doubt: ${standing.reason}.`,
            'Limits are those of the night until the totals agree with the bill again; no pool can be overspent by it.',
          ],
          resolvedHeadline: 'The totals of the sessions agree with the bill again',
          resolvesAfterNights: 1,
        },
      ]
    : [];
}
