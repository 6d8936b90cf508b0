import { wantRestore } from '../../shared/application/watchers/sessions/restore-session.ts';
import { runIdOf } from '../../shared/domain/runs/run-id.ts';
import { actionId } from '../../shared/domain/sessions/session-action.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { exitCodeOf, ownWord, withRuns } from '../runs/run-by-hand.ts';
import { actionText, byId, sessionNamed } from './sessions.ts';

const job = 'sessions';

/** `sessions restore ID`: asks for it, then has a run of the watcher do it, which alone changes sessions. */
export async function restoreSession(context: CommandContext, id: string): Promise<ExitCode> {
  const wanted = await withInstallation(context, async ({ knownSessions }) => {
    const { sessionId } = sessionNamed(byId(await knownSessions.list()), id);
    return { sessionId, ...(await wantRestore(knownSessions, sessionId, authorOf(context).name)) };
  });
  if (wanted.kind === 'nothing') {
    const before = wanted.actions.map((action) => `${action.kind}: ${actionText(action)}`);
    throw new CommandError(
      plainText(
        [`Curfew has changed nothing of the session ${wanted.sessionId} that could be put back`, ...before].join('; '),
      ),
    );
  }
  const atMs = context.io.now();
  const order = { runId: runIdOf(job, atMs, `by-hand-${ownWord()}`), atMs, dryRun: false };
  const { outcome } = await withRuns(context, order, async (runs) => runs.start(job, order));
  const ids = new Set(wanted.actions.map(actionId));
  const actions = (await withInstallation(context, async ({ knownSessions }) => knownSessions.listActions())).filter(
    (action) => ids.has(actionId(action)),
  );
  const isWhole = actions.every(({ state }) => state === 'restored');
  const lines = actions.map((action) => plainText(`${action.kind}: ${actionText(action)}`));
  context.tell({ json: { session: wanted.sessionId, restored: isWhole, actions }, text: lines.join('\n') });
  return outcome.status === 'failed' ? exitCodeOf.failed : isWhole ? exitCodes.done : exitCodes.someRowsFailed;
}
