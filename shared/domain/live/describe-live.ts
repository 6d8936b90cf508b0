import type { Finding } from '../runs/finding.ts';
import { counted } from '../texts/counted.ts';
import { grouped } from '../texts/grouped.ts';
import type { LivePoolReport, LiveReport, LiveStatus } from './live-state.ts';

/** What is on, as a sentence. */
export function describeLiveStatus(standing: LiveStatus): string {
  switch (standing.kind) {
    case 'off':
      return 'Off: nothing is given between the nights';
    case 'shadow': {
      const { daysDone, daysNeeded, isVerified } = standing;
      const compared = `the totals of the sessions agreed with the bill on ${grouped(daysDone)} of ${counted(daysNeeded, 'day')}`;
      return isVerified
        ? `Verified: ${compared}; nothing is given before live.mode is on`
        : `Shadow: ${compared}; nothing is given yet`;
    }
    case 'doubted':
      return `In doubt, and nothing is given: ${standing.reason}`;
    case 'on':
      return 'On: what is provably free is given to those who are seen to work';
  }
}

/** What an admin is to do about it, as a sentence; undefined while there is nothing to do. */
export function nextStepOf(standing: LiveStatus): string | undefined {
  switch (standing.kind) {
    case 'off':
      return 'npx curfew settings set live.mode shadow: it compares the sessions with the bill, warns, and gives nothing';
    case 'shadow': {
      const { daysDone, daysNeeded, isVerified } = standing;
      return isVerified
        ? 'npx curfew settings set live.mode on'
        : `wait for ${counted(Math.max(1, daysNeeded - daysDone), 'more day')} to agree; runs between 22:00 and midnight UTC must not be missed`;
    }
    case 'doubted':
      return 'nothing is at risk; it goes on by itself once the totals agree: see "npx curfew status"';
    case 'on':
      return undefined;
  }
}

/** What is proven of a pool and what floats, as a sentence. */
export function describeLivePool(
  pool: Pick<LivePoolReport, 'provenCredits' | 'amountCredits' | 'freeCredits' | 'unboundedUsers'>,
): string {
  const { provenCredits, amountCredits, freeCredits, unboundedUsers } = pool;
  if (unboundedUsers > 0) {
    const without = counted(unboundedUsers, 'person was', 'people were');
    return `nothing can be given yet: ${without} without a limit after the known figures end; the limits of now allow ${grouped(provenCredits)} of ${grouped(amountCredits)}`;
  }
  return `at most ${grouped(provenCredits)} of ${grouped(amountCredits)} can be used under the limits of now; ${grouped(freeCredits)} can be given`;
}

/** What a run found, for whoever runs it by hand. */
export function liveFindings({ standing, seenCredits, seenUsers, pools }: LiveReport): readonly Finding[] {
  const seen = seenCredits === undefined ? '' : `; ${grouped(seenCredits)} credits seen since the known figures`;
  const detail = `${describeLiveStatus(standing)}${seen}; ${counted(seenUsers, 'person', 'people')} seen`;
  return [
    { kind: 'live', subject: 'totals', severity: 'info', detail, action: null },
    ...pools.map((pool): Finding => ({
      kind: 'live',
      subject: `${pool.scope} ${pool.window}`,
      severity: 'info',
      detail: describeLivePool(pool),
      action: null,
    })),
  ];
}
