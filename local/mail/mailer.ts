import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import type { Steps } from '../../shared/kernel/runs/use-cases/steps.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { sendMails, type MailsOrder, type MailsSent } from '../../shared/mail/use-cases/send-mails.ts';
import type { LinkSigner } from '../../shared/requests/use-cases/ports.ts';
import { mailSender } from '../../shared/wiring/ports/mail-sender.ts';
import { mailerPorts } from '../../shared/wiring/ports/mailer-ports.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { MailService } from './open-mail.ts';

/** What sends the mails of an installation on one machine. In AWS, the stream of the outbox starts it. */
export interface Mailer {
  send(steps: Steps, order: MailsOrder): Promise<MailsSent>;
  /**
   * Waits for a run, then sends what is written, so that nobody waits for the schedule. `atMs`: Unix milliseconds as of
   * which the run was made, where that is not now; quiet hours are those of that moment.
   */
  after<T>(run: Promise<T>, atMs?: number): Promise<T>;
}

/** So long may it take to send what one run has written; the schedule sends the rest. */
const sendMsMax = 10 * 60_000;

interface MailerParts {
  readonly storage: Pick<Storage, 'dynamo' | 'tables'>;
  readonly mail: MailService;
  readonly links: Pick<LinkSigner, 'sign'>;
  /** The sender, as the settings have it when a mail is sent. */
  readonly mailFrom: () => string;
  /** Called with what became of the mails that a run has written. */
  readonly onSent: (sent: MailsSent) => void;
}

export function mailerOf({ storage, mail, links, mailFrom, onSent }: MailerParts): Mailer {
  const { dynamo, tables } = storage;

  async function send(steps: Steps, order: MailsOrder): Promise<MailsSent> {
    const sender = mailSender({ ses: mail.ses, links, mailFrom: mailFrom() });
    const ports = mailerPorts({ dynamo, tables, sender });
    const sent = await sendMails(ports, steps, order);
    mail.keep();
    return sent;
  }

  return {
    send,
    async after(run, atMs) {
      const result = await run;
      const nowMs = systemClock.now();
      const aheadMs = atMs === undefined ? 0 : atMs - nowMs;
      onSent(await send(immediateSteps(), { written: [], stopAtMs: nowMs + sendMsMax, aheadMs }));
      return result;
    },
  };
}
