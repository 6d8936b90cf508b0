import { jobs } from '../../jobs.ts';
import type { Clock } from '../../kernel/runs/ports.ts';
import { writeCreditsBy } from '../../kernel/texts/credits.ts';
import type { Installation } from '../../wiring/installation.ts';
import { eventReporter } from '../use-cases/report-event.ts';
import { reportedStarter, type ReportedStart } from '../use-cases/start-run.ts';
import type { HookIntake } from './hook-intake.ts';

/** The intake of an installation: it records what hooks report, and starts the jobs that are declared to follow it. */
export function hookReports(
  installation: Installation,
  {
    clock,
    start,
    onError,
    file,
  }: {
    readonly clock: Clock;
    /** Starts a run without waiting for it; absent where nothing does. */
    readonly start?: (run: ReportedStart) => Promise<void>;
    /** Called with a run that could not be started: the event is taken all the same, and the hour has its own run. */
    readonly onError: (error: unknown) => void;
    /** The hook itself, as a file that people fetch. */
    readonly file: () => string;
  },
): HookIntake {
  const { hints, live } = installation;
  const isOn = (): boolean => installation.readSettings().live.mode === 'on';
  const starters =
    start === undefined
      ? []
      : jobs.flatMap(({ name, hookReports: terms }) =>
          terms === undefined ? [] : [reportedStarter({ hints, live, clock, start }, { ...terms, job: name, isOn })],
        );
  const onAtWork = async (userId: string): Promise<void> => {
    await Promise.all(starters.map(async (startFor) => startFor(userId).catch(onError)));
  };
  return {
    report: eventReporter({ ...installation, clock, onAtWork }, () => {
      const settings = installation.readSettings();
      writeCreditsBy(settings, clock.now());
      return settings;
    }),
    file,
    now: () => clock.now(),
  };
}
