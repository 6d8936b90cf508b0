import { waysToWork } from '../caps/ways-to-work.ts';
import { laterRunMs } from '../kernel/runs/next-run.ts';
import type { RunContext } from '../kernel/runs/run.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import type { StopFacts, WayOn } from '../notifications/conditions/condition-event.ts';
import { describeWays } from '../notifications/stops/describe-ways.ts';
import { creditsForPool, creditsToGive } from '../notifications/stops/stop-amounts.ts';
import { emailKey } from '../roster/email.ts';
import type { Planned } from './planned.ts';

/** Tries what lets a stopped person work again on the limits that are in force after the run. */
export function waysUnder(
  { planInputs: { only: _only, ...planInputs } }: Planned,
  limits: readonly LimitRecord[],
  run: RunContext,
) {
  const input = { ...planInputs, limits };
  return (stop: StopFacts): readonly WayOn[] => {
    const { email } = stop.user;
    const person = { email: emailKey(email), credits: creditsToGive(stop), poolCredits: creditsForPool(stop) };
    const ways = waysToWork(input, person, run.at);
    return describeWays(ways, email, laterRunMs(Date.parse(run.at)));
  };
}
