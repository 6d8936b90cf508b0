import { asOf } from '../../../kernel/runs/use-cases/job.ts';
import { isBeyond, type ReadSkew } from '../../../kernel/time/clock-skew.ts';
import { msPerDay } from '../../../kernel/time/day.ts';
import type { EnforcementSettings } from '../enforcement-settings.ts';
import type { EnforcementPorts } from '../enforcement-work.ts';

/** A run as of a moment further away than a day and a time zone replays another time: its clock is a person's word. */
const comparedMsMax = msPerDay + 2 * 3_600_000;

interface SkewWork {
  readonly ports: Pick<EnforcementPorts, 'clock' | 'steps' | 'platformTime'>;
  readonly settings: Pick<EnforcementSettings, 'clockToleranceSeconds'>;
  readonly aheadMs: number;
}

/** Compares the platform's clock with the moment of the run, by default this machine's clock. */
export async function readSkew({ ports, settings, aheadMs }: SkewWork): Promise<ReadSkew> {
  const toleranceMs = settings.clockToleranceSeconds * 1_000;
  return ports.steps.run('clock', async (): Promise<ReadSkew> => {
    const machineMs = await ports.platformTime.skewMs();
    if (machineMs === undefined) {
      return { isCompared: false };
    }
    const givenMs = ports.clock.now() - Date.parse(asOf({ ports, aheadMs }));
    const isGiven = isBeyond(givenMs, toleranceMs);
    const skewMs = isGiven ? machineMs + givenMs : machineMs;
    return {
      isCompared: !isGiven,
      ...(!(isGiven && isBeyond(skewMs, comparedMsMax)) && { skewMs }),
      ...(!isGiven && isBeyond(machineMs, toleranceMs) && { clockOffMs: machineMs }),
    };
  });
}
