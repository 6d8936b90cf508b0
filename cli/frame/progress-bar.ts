import { Presets, SingleBar } from 'cli-progress';

import type { Progress, ProgressStep } from '../../shared/kernel/runs/ports.ts';
import type { CliIo } from './cli-io.ts';

interface ProgressBar {
  show(title: string, done: number, total: number): void;
  /** Takes the bar away, so that the result stands alone. */
  stop(): void;
}

const titles: Readonly<Record<ProgressStep['step'], string>> = {
  roster: 'Reading the roster',
  usage: 'Reading the usage',
  limits: 'Setting limits',
  mail: 'Sending mails',
};

/** A bar on standard error when that is a terminal, and nothing otherwise. */
export function progressBar({ stderrIsTerminal }: CliIo): ProgressBar {
  if (!stderrIsTerminal) {
    return { show: () => {}, stop: () => {} };
  }
  const bar = new SingleBar(
    { stream: process.stderr, format: '{title} {bar} {value}/{total}', clearOnComplete: true, hideCursor: true },
    Presets.shades_classic,
  );
  let isShown = false;
  return {
    show(title, done, total) {
      if (isShown) {
        bar.setTotal(total);
        bar.update(done, { title });
      } else {
        bar.start(total, done, { title });
        isShown = true;
      }
    },
    stop: () => bar.stop(),
  };
}

/** What a run reports, on a bar. */
export function progressOn(bar: ProgressBar): Progress {
  return { report: ({ step, done, total = done }) => bar.show(titles[step], done, total) };
}
