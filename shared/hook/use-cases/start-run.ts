import type { Clock } from '../../kernel/runs/ports.ts';
import { reportedSuffix } from '../../kernel/runs/run-id.ts';
import type { LiveStore } from '../../live/ports.ts';
import type { HintStore } from '../ports.ts';
import { keptForATime } from './report-event.ts';

/** The event that starts a run, in the schedule's format. */
export interface ReportedStart {
  readonly job: string;
  readonly schedule: string;
  readonly scheduledTime: string;
}

/** Delay until every intake knows a person whom a run found to be running low. */
const lowKeptMs = 20_000;

/**
 * Starts a run of a job when an active person is running low and none was started lately, so that credits arrive within
 * about a minute instead of at the next hour. A person refused here is reported again by the next event.
 */
export function reportedStarter(
  ports: {
    readonly hints: HintStore;
    readonly live: LiveStore;
    readonly clock: Clock;
    readonly start: (run: ReportedStart) => Promise<void>;
  },
  {
    job,
    everyMinutes,
    isOn,
  }: {
    readonly job: string;
    /** At most one run per this many minutes. */
    readonly everyMinutes: number;
    readonly isOn: () => boolean;
  },
) {
  const { clock, hints, live, start } = ports;
  const everyMs = everyMinutes * 60_000;
  const lowIds = keptForATime({ clock, keptMs: lowKeptMs, countMax: 1 }, async () => {
    return new Set((await live.readLow())?.userIds);
  });
  let quietUntilMs = -Infinity;

  return async (userId: string): Promise<void> => {
    const nowMs = clock.now();
    if (nowMs < quietUntilMs || !(await lowIds('low')).has(userId) || !isOn()) {
      return;
    }
    // Callers in this and other processes ask at the same moment: the table admits one.
    quietUntilMs = nowMs + lowKeptMs;
    if (await hints.claimStart(job, { nowMs, everyMs })) {
      quietUntilMs = nowMs + everyMs;
      await start({ job, schedule: reportedSuffix, scheduledTime: new Date(nowMs).toISOString() });
    }
  };
}
