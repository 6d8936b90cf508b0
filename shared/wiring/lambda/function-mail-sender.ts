import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type * as z from 'zod';

import { sealedConnections } from '../../channels/aws.ts';
import type { SealedConnections } from '../../channels/ports.ts';
import { linkSigner } from '../../kernel/aws/link-signer.ts';
import { sealer } from '../../kernel/aws/sealer.ts';
import { secretKey } from '../../kernel/aws/secret-key.ts';
import type { linkVariables, mailVariables } from '../../kernel/runs/contract/job-variables.ts';
import { createSes } from '../../mail/aws.ts';
import type { MailSender } from '../../mail/ports.ts';
import { mailSender } from '../mail-sender.ts';

/** What a function sends mails with. */
export function functionMailSender(
  env: z.output<z.ZodObject<typeof linkVariables & typeof mailVariables>>,
  connections: SealedConnections,
): MailSender {
  const readSecret = secretKey(new SecretsManagerClient({}), env.CURFEW_LINK_KEY_SECRET_ID);
  return mailSender({
    ses: createSes(),
    links: linkSigner(readSecret),
    connections: sealedConnections(connections, sealer(readSecret)),
    privateChannels: false,
    mailFrom: env.CURFEW_MAIL_FROM,
    mailConfigurationSet: env.CURFEW_MAIL_CONFIGURATION_SET,
  });
}
