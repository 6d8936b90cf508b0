import { Presets, SingleBar } from 'cli-progress';
import type { Progress, ProgressStep } from '../shared/application/run-context.ts';
import type { CliIo } from './cli-io.ts';

export interface ProgressBar extends Progress {
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
export function progressBar(io: Pick<CliIo, 'stderrIsTerminal'>, stream: NodeJS.WritableStream): ProgressBar {
  if (!io.stderrIsTerminal) {
    return { report: () => {}, stop: () => {} };
  }
  const bar = new SingleBar(
    { stream, format: '{title} {bar} {value}/{total}', clearOnComplete: true, hideCursor: true },
    Presets.shades_classic,
  );
  let isShown = false;
  return {
    report({ step, done, total = done }) {
      if (isShown) {
        bar.setTotal(total);
        bar.update(done, { title: titles[step] });
      } else {
        bar.start(total, done, { title: titles[step] });
        isShown = true;
      }
    },
    stop: () => bar.stop(),
  };
}
