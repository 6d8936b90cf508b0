import { isBeyond } from '../../domain/time/clock-skew.ts';
import type { EnforcementWork } from './enforcement-work.ts';

/**
 * By how many milliseconds the platform's clock is ahead of this machine's; undefined when nothing tells, or when the
 * run is as of another moment than now: then its clock is a person's word.
 */
export async function readSkew({ ports, settings, asOf }: EnforcementWork): Promise<number | undefined> {
  const isLive = !isBeyond(Date.parse(asOf()) - ports.clock.now(), settings.clockToleranceSeconds * 1_000);
  const { skewMs } = await ports.steps.run('clock', async (): Promise<{ readonly skewMs?: number }> => {
    const measuredMs = isLive ? await ports.platformTime.skewMs() : undefined;
    return measuredMs === undefined ? {} : { skewMs: measuredMs };
  });
  return skewMs;
}
