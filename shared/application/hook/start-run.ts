import { reportedSuffix } from '../../domain/runs/run-id.ts';
import type { LiveStore } from '../enforcement/live/ports.ts';
import type { Clock } from '../runs/ports.ts';
import type { HintStore } from './ports.ts';
import { keptForATime } from './report-event.ts';

/** The event that starts a run, as a schedule sends it. */
export interface ReportedStart {
  readonly job: string;
  readonly schedule: string;
  /** ISO instant. */
  readonly scheduledTime: string;
}

interface StartPorts {
  readonly hints: Pick<HintStore, 'claimStart'>;
  readonly live: Pick<LiveStore, 'readLow'>;
  readonly clock: Clock;
  /** Starts a run without waiting for it. Raises what that raises. */
  readonly start: (run: ReportedStart) => Promise<void>;
}

interface StartTerms {
  readonly job: string;
  /** At most one run in so many minutes. */
  readonly everyMinutes: number;
  /** Whether anything is given between the nights, as it is now. */
  readonly isOn: () => boolean;
}

/** Whoever a run finds to be running low is known to every intake after so long. */
const lowKeptMs = 20_000;

/**
 * Starts a run of a job when somebody is at work who is running low, and none was started lately: what they need is given
 * within about a minute, and not at the next hour. Whoever is refused is reported by the next event again.
 */
export function reportedStarter(ports: StartPorts, { job, everyMinutes, isOn }: StartTerms) {
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
    // Others ask at the same moment, here and elsewhere: the table lets one through.
    quietUntilMs = nowMs + lowKeptMs;
    if (await hints.claimStart(job, { nowMs, everyMs })) {
      quietUntilMs = nowMs + everyMs;
      await start({ job, schedule: reportedSuffix, scheduledTime: new Date(nowMs).toISOString() });
    }
  };
}
