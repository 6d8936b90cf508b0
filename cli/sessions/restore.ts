import { runIdOf } from '../../shared/kernel/runs/run-id.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { describeAction } from '../../shared/sessions/session-action.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { exitCodeOf, ownWord, withRuns } from '../runs/by-hand/run-by-hand.ts';

const job = 'sessions';

/** `sessions restore ID`: asks for it, then has a run of the watcher do it, which alone changes sessions. */
export async function restoreSession(context: CommandContext, id: string): Promise<ExitCode> {
  const { document: wanted } = await withApi(context, async (api) => api.read('requestRestore', { session: id }));
  const atMs = context.io.now();
  const order = { runId: runIdOf(job, atMs, `by-hand-${ownWord()}`), atMs, dryRun: false };
  const { outcome } = await withRuns(context, order, async (runs) => runs.start(job, order));
  const { session } = wanted;
  const { document: now } = await withApi(context, async (api) => api.read('showSession', { session }));
  const kinds = new Set(wanted.actions.map(({ kind }) => kind));
  const actions = now.actions.filter(({ kind }) => kinds.has(kind));
  const isWhole = actions.every(({ state }) => state === 'restored');
  const lines = actions.map((action) => plainText(`${action.kind}: ${describeAction(action)}`));
  context.print({ json: { session, restored: isWhole, actions }, text: lines.join('\n') });
  return outcome.status === 'failed' ? exitCodeOf.failed : isWhole ? exitCodes.done : exitCodes.someRowsFailed;
}
