import { computersJob } from '../../shared/domain/computers/computer-record.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { runWatcher } from '../runs/run-watcher.ts';

/** `fleet apply [NAMES]`: approves what the plan proposes, each action for its cause alone, and has a run do it. */
export async function applyFleet(
  context: CommandContext,
  names: readonly string[],
  options: AsOfOptions,
): Promise<ExitCode> {
  const given = { ...atOf(options), body: { names: [...names] } };
  const { document } = await withApi(context, async (api) => api.read('approveFleet', given));
  const { approved } = document;
  const what =
    approved.length === 0 ? 'nothing was proposed' : approved.map(({ name, action }) => `${action} ${name}`).join(', ');
  context.note(`Approved: ${what}.`);
  return runWatcher(context, computersJob, options);
}
