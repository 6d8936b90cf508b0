import type { SESClient } from '@aws-sdk/client-ses';

import { channelIn } from '../channels/channel.ts';
import { channelSender } from '../channels/platform/channel-sender.ts';
import { poster } from '../channels/platform/post.ts';
import type { ConnectionStore } from '../channels/ports.ts';
import { systemClock } from '../kernel/runtime/system-clock.ts';
import { sesMailSender } from '../mail/aws.ts';
import type { MailSender } from '../mail/ports.ts';
import { signingSender } from '../mail/use-cases/signed-links.ts';
import type { LinkSigner } from '../requests/ports.ts';

/** Sends mails by SES and messages to channels, their links signed. Nothing is called yet. */
export function mailSender({
  ses,
  links,
  connections,
  ...terms
}: {
  /** Where channels are reached. */
  readonly connections: Pick<ConnectionStore, 'read'>;
  readonly privateChannels: boolean;
  readonly ses: SESClient;
  readonly links: LinkSigner;
  readonly mailFrom: string;
  /** Absent on one machine. */
  readonly mailConfigurationSet?: string | undefined;
}): MailSender {
  const { mailFrom, mailConfigurationSet, privateChannels } = terms;
  const toPeople = sesMailSender(ses, { from: mailFrom, configurationSet: mailConfigurationSet });
  const post = poster({ allowsPrivate: privateChannels });
  const toChannels = channelSender({ connections, post, clock: systemClock });
  const sender: MailSender = {
    send: async (mail) => (channelIn(mail.to) === undefined ? toPeople : toChannels).send(mail),
  };
  return signingSender(sender, { links, clock: systemClock });
}
