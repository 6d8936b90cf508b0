import type { Finding } from '../kernel/runs/finding.ts';
import { counted, grouped } from '../kernel/texts/amounts.ts';
import { creditsPhrase, creditsText } from '../kernel/texts/credits.ts';
import type { LivePoolReport, LiveReport, LiveStatus } from './live-state.ts';

export function describeLiveStatus(standing: LiveStatus): string {
  switch (standing.kind) {
    case 'off':
      return 'Off: no extra credits during the day';
    case 'shadow': {
      const { daysDone, daysNeeded, isVerified } = standing;
      return isVerified
        ? `Ready after ${counted(daysDone, 'matching day')}: extra credits during the day start once live.mode is on`
        : `Learning (day ${grouped(daysDone)} of ${grouped(daysNeeded)}): extra credits during the day start after ${counted(daysNeeded, 'matching day')}`;
    }
    case 'doubted':
      return `Paused, no extra credits: ${standing.reason}`;
    case 'on':
      return 'On: free credits go to people who are seen at work';
  }
}

/** Describes what an admin should do about it; undefined if nothing. */
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

/** Describes what is proven and what floats of a pool in a sentence. */
export function describeLivePool(
  pool: Pick<LivePoolReport, 'provenCredits' | 'amountCredits' | 'freeCredits' | 'unboundedUsers'>,
): string {
  const { provenCredits, amountCredits, freeCredits, unboundedUsers } = pool;
  if (unboundedUsers > 0) {
    const people = counted(unboundedUsers, 'person', 'people');
    return `no extra credits yet: ${people} had no limit at some time since the last figures; limits now allow ${creditsText(provenCredits)} of ${creditsText(amountCredits)}`;
  }
  return `${creditsPhrase(freeCredits, 'extra credits')} are free: limits now allow at most ${creditsText(provenCredits)} of ${creditsText(amountCredits)}`;
}

export function liveFindings({ standing, seenCredits, seenUsers, pools }: LiveReport): readonly Finding[] {
  const seen = seenCredits === undefined ? '' : `; ${creditsPhrase(seenCredits)} seen since the known figures`;
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
