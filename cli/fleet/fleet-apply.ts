import { actionDocuments, listFleet } from '../../shared/application/queries/list-fleet.ts';
import type { Approval } from '../../shared/domain/computers/computer-record.ts';
import { computersJob } from '../../shared/domain/computers/computers-job.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { runWatcher } from '../runs/run-watcher.ts';

/** `fleet apply [NAMES]`: approves what the plan proposes, each action for its cause alone, and has a run do it. */
export async function applyFleet(
  context: CommandContext,
  names: readonly string[],
  options: AsOfOptions,
): Promise<ExitCode> {
  const author = authorOf(context);
  const at = new Date(momentOf(context, options)).toISOString();
  await withInstallation(context, async (installation) => {
    const { computers, journal } = installation;
    const fleet = await listFleet(installation, installation.readSettings().computers, at);
    const proposed = actionDocuments(fleet).filter(({ allowedBy }) => allowedBy === null);
    const wanted = names.length === 0 ? proposed : proposed.filter(({ name }) => names.includes(name));
    const lacking = names.filter((name) => !wanted.some((each) => each.name === name));
    if (lacking.length > 0) {
      throw new CommandError(
        plainText(`Nothing is proposed for ${lacking.join(', ')}, and nothing was done; see "fleet plan"`),
      );
    }
    const approvals: readonly Approval[] = wanted.map(({ name, action, cause }) => ({
      name,
      action,
      cause,
      by: author.name,
      at: author.at,
    }));
    await journal.append(
      approvals.map(({ name, action, cause, by }) => ({
        id: `computer/${name}/${action}/approved/${by}`,
        at: author.at,
        kind: 'computer-action-approved' as const,
        actor: by,
        subject: name,
        detail: { action, cause },
      })),
    );
    await computers.approve(approvals);
    context.note(
      `Approved: ${approvals.length === 0 ? 'nothing was proposed' : approvals.map(({ name, action }) => `${action} ${name}`).join(', ')}.`,
    );
  });
  return runWatcher(context, computersJob, options);
}
