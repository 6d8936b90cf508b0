import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type * as z from 'zod';

import { linkSigner } from '../../adapters/secrets/link-signer.ts';
import { secretKey } from '../../adapters/secrets/secret-key.ts';
import { createSes } from '../../adapters/ses/create-ses.ts';
import type { MailSender } from '../../application/mail/ports.ts';
import type { linkVariables, mailVariables } from '../../contracts/jobs/job-variables.ts';
import { mailSender } from '../ports/mail-sender.ts';

type SenderVariables = z.output<z.ZodObject<ReturnType<typeof linkVariables> & ReturnType<typeof mailVariables>>>;

/** What a function sends mails with. */
export function functionMailSender(env: SenderVariables): MailSender {
  return mailSender({
    ses: createSes(),
    links: linkSigner(secretKey(new SecretsManagerClient({}), env.CURFEW_LINK_KEY_SECRET_ID)),
    mailFrom: env.CURFEW_MAIL_FROM,
    mailConfigurationSet: env.CURFEW_MAIL_CONFIGURATION_SET,
  });
}
