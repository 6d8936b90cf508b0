import type { Steps } from '../../shared/kernel/runs/ports.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { memoryRecipientStore } from '../../shared/mail/store/memory-mail-stores.ts';
import {
  sendMails,
  type MailerPorts,
  type MailsOrder,
  type MailsSent,
} from '../../shared/mail/use-cases/send-mails.ts';
import { hourMs, type VirtualClock } from './virtual-clock.ts';

/** One run of the mailer at the present moment of the clock, which its waits move. */
export async function runMailer(
  ports: Omit<MailerPorts, 'recipients'> & Partial<Pick<MailerPorts, 'recipients'>> & { readonly clock: VirtualClock },
  order: Partial<MailsOrder> & { readonly steps?: Steps } = {},
): Promise<MailsSent> {
  const { clock } = ports;
  const {
    steps = immediateSteps(async (ms) => clock.moveBy(ms)),
    written = [],
    stopAtMs = clock.now() + hourMs,
  } = order;
  return sendMails({ recipients: memoryRecipientStore(), ...ports }, steps, { written, stopAtMs });
}
