import { findUnheard } from '../../shared/application/notifications/find-unheard.ts';
import { explainUser } from '../../shared/application/queries/explain-user.ts';
import type { ExplanationDocument } from '../../shared/contracts/documents/explanation-document.ts';
import { nightlyMinute } from '../../shared/domain/runs/run-minutes.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { describeExplanation } from './describe-explanation.ts';
import { unknownEmail } from './not-found.ts';
import { snapshotOrder, snapshotPorts } from '../frame/snapshot-order.ts';

/** `explain EMAIL`: why a user's limit is what it is. */
export async function explainOne(context: CommandContext, email: string, options: AsOfOptions): Promise<ExitCode> {
  const atMs = momentOf(context, options);
  const { outcome, settings, unheard } = await withInstallation(context, async (installation) => {
    const order = snapshotOrder(installation, atMs);
    const ports = { ...snapshotPorts(installation), journal: installation.journal };
    return {
      settings: installation.readSettings(),
      unheard: await findUnheard(installation, installation.readSettings(), new Date(atMs).toISOString()),
      outcome: await explainUser(ports, { ...order, email }),
    };
  });
  if (outcome.kind === 'nobody') {
    throw unknownEmail(email, outcome.near);
  }
  const { explanation, document } = outcome;
  const { admins, unlimitedCredits } = settings;
  context.tell({
    json: document satisfies ExplanationDocument,
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
