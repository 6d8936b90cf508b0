import { describeWatch, describeWatcherRun } from '../../local/texts/describe-watcher-run.ts';
import { job as controlsJob } from '../../shared/controls/job.ts';
import type { WrittenPage } from '../../shared/digest/digest-pages.ts';
import type { ByHandJobName } from '../../shared/jobs.ts';
import type { WatcherRunDocument, ControlsRunDocument } from '../../shared/kernel/runs/contract/run-documents.ts';
import { runIdOf } from '../../shared/kernel/runs/run-id.ts';
import { watcherRunDocument, controlsRunDocument } from '../../shared/kernel/runs/use-cases/run-documents.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { renderText } from '../../shared/mail/render/render-text.ts';
import { momentOf } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { exitCodeOf, ownWord, withRuns, type RunOptions } from './by-hand/run-by-hand.ts';

/** `run NAME` of a watcher: does one run, now or as of another moment, and prints what it has found. */
export async function runWatcher(context: CommandContext, job: ByHandJobName, said: RunOptions): Promise<ExitCode> {
  const { dryRun = false } = said;
  const atMs = momentOf(context, said);
  const order = { runId: runIdOf(job, atMs, `by-hand-${ownWord()}`), atMs, dryRun };
  const ended = await withRuns(context, order, async (runs) => runs.start(job, order));
  const { pages = [] } = ended;
  const text = [describeWatcherRun(ended, context.style), ...(dryRun ? describePages(pages) : [])].join('\n\n');
  context.print({
    json: watcherRunDocument(ended, { dryRun }) satisfies WatcherRunDocument,
    text: dryRun ? `${text}\n\nDry run: nothing was changed, stored or mailed.` : text,
  });
  return exitCodeOf[ended.outcome.status];
}

/** `run controls`: one look at the history of the controls, now or as of another moment. */
export async function runControls(context: CommandContext, said: RunOptions): Promise<ExitCode> {
  const { dryRun = false } = said;
  const atMs = momentOf(context, said);
  const order = { runId: runIdOf(controlsJob.name, atMs, `by-hand-${ownWord()}`), atMs, dryRun };
  const watch = await withRuns(context, order, async (runs) => runs.watchControls(order));
  const text = describeWatch(watch, context.style);
  context.print({
    json: controlsRunDocument(watch, { dryRun }) satisfies ControlsRunDocument,
    text: dryRun ? `${text}\n\nDry run: no mail was sent, and the next run reports it.` : text,
  });
  return exitCodeOf[watch.outcome.status];
}

/** Pages of the digest as their plain-text mails read, a text each. */
function describePages(pages: readonly WrittenPage[]): readonly string[] {
  return pages.map(({ scope, recipients, content }) => {
    // The text of a mail is printable already, and its indentation means something.
    return `${plainText(`Digest of ${scope}, to ${recipients.join(', ')}`)}\n\n${renderText(content).trimEnd()}`;
  });
}
