import { sesMailSender } from '../../../shared/mail/aws.ts';
import { checkIdentities, type CheckResult, failed, ok } from '../check.ts';
import type { TrialWork, TrialCheck } from './open-work.ts';

/** Whether mail goes out: one mail, through the sender that is deployed. */
export const mailChecks: readonly TrialCheck[] = [
  {
    name: 'identity',
    about: 'Mail',
    proves: 'the identity that the sender is of is verified',
    needs: [],
    run: checkIdentity,
  },
  {
    name: 'mail',
    about: 'Mail',
    proves: 'SES takes a mail from the sender',
    needs: [],
    run: sendMail,
  },
];

async function sendMail({ ses, target, nowMs }: TrialWork): Promise<CheckResult> {
  const { mail } = target;
  if (mail.kind === 'none') {
    return { kind: 'skipped', reason: mail.reason };
  }
  const at = new Date(nowMs).toISOString();
  const text = `This mail was sent by a trial of Curfew (npx curfew doctor --trial) at ${at}.\nNothing is to be done about it.\n`;
  const html = `<p>This mail was sent by a trial of Curfew (<code>npx curfew doctor --trial</code>) at ${at}.</p><p>Nothing is to be done about it.</p>`;
  const result = await sesMailSender(ses, { from: mail.from }).send({
    mailId: `smoke/${at}`,
    to: mail.to,
    subject: 'Curfew: trial',
    text,
    html,
    runId: 'smoke',
    carries: [],
  });
  if (result.kind === 'sent') {
    return ok([`SES took it as ${result.messageId}`, 'whether it arrives, only the recipient can tell']);
  }
  return failed(
    result.problem,
    `verify the sender ${mail.from} in SES in this region, and let the credentials call ses:SendEmail; while the account is in the sandbox, the recipient has to be verified, too`,
  );
}

/** The identities of the sender that is tried. */
export async function checkIdentity({ ses, target }: TrialWork): Promise<CheckResult> {
  const { mail, sesEndpoint, region } = target;
  if (mail.kind === 'none') {
    return { kind: 'skipped', reason: mail.reason };
  }
  if (sesEndpoint !== undefined) {
    return { kind: 'skipped', reason: 'AWS_ENDPOINT_URL_SES is set: identities are asked of SES itself alone' };
  }
  return checkIdentities(ses, { ...mail, region });
}
