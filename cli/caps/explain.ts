import { explainUser } from '../../shared/application/queries/explain-user.ts';
import type { ExplanationDocument } from '../../shared/contracts/documents/explanation-document.ts';
import { jobList } from '../../shared/contracts/job-list.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { describeExplanation } from './describe-explanation.ts';
import { unknownEmail } from './not-found.ts';
import { snapshotOrder, snapshotPorts } from './snapshot-order.ts';

/** `explain EMAIL`: why a user's limit is what it is. */
export async function explainOne(context: CommandContext, email: string, options: AsOfOptions): Promise<ExitCode> {
  const atMs = momentOf(context, options);
  const { outcome, settings } = await withInstallation(context, async (installation) => {
    const order = snapshotOrder(installation, atMs);
    const ports = { ...snapshotPorts(installation), journal: installation.journal };
    return { settings: order.settings, outcome: await explainUser(ports, { ...order, email }) };
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
  return exitCodes.done;
}

function nightlyAt(): string {
  const [{ schedules }] = jobList;
  const { hour, minute } = schedules.find(({ name }) => name === 'nightly') ?? schedules[0];
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')} UTC`;
}
