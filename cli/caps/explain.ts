import { findUnheard } from '../../shared/application/notifications/find-unheard.ts';
import { explainUser } from '../../shared/application/queries/explain-user.ts';
import { nightlyMinute } from '../../shared/domain/runs/run-minutes.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { describeExplanation } from './describe-explanation.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { explanationDocument } from './explanation-document.ts';
import { unknownEmail } from '../frame/not-found.ts';
import { momentOf, standingOrder, standingPorts, type AsOfOptions } from './snapshot-order.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `explain EMAIL`: why somebody's limit is what it is. */
export async function explainOne(context: CommandContext, email: string, options: AsOfOptions): Promise<ExitCode> {
  const atMs = momentOf(context, options);
  const { outcome, settings, unheard } = await withInstallation(context, async (installation) => ({
    settings: installation.readSettings(),
    unheard: await findUnheard(installation, installation.readSettings(), new Date(atMs).toISOString()),
    outcome: await explainUser(
      { ...standingPorts(installation), journal: installation.journal },
      { ...standingOrder(installation, atMs), email },
    ),
  }));
  if (outcome.kind === 'nobody') {
    throw unknownEmail(email, outcome.near);
  }
  const { explanation } = outcome;
  const { admins, unlimitedCredits } = settings;
  context.tell({
    json: explanationDocument(explanation, admins),
    text: describeExplanation(explanation, { admins, unlimitedCredits, nightlyAt: nightlyAt() }, context.style),
  });
  if (unheard !== undefined) {
    context.note(unheard);
  }
  return exitCodes.done;
}

function nightlyAt(): string {
  const [hour, minute] = [Math.floor(nightlyMinute / 60), nightlyMinute % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')} UTC`;
}
