import type { Steps } from '../../shared/kernel/runs/ports.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { sendMails, type MailsOrder, type MailsSent } from '../../shared/mail/use-cases/send-mails.ts';
import type { LinkSigner } from '../../shared/requests/ports.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';
import { mails } from '../../shared/wiring/jobs.ts';
import { mailSender } from '../../shared/wiring/mail-sender.ts';
import { localConnections } from '../state/channel-connections.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { MailService } from './open-mail.ts';

export interface Mailer {
  send(steps: Steps, order: MailsOrder): Promise<MailsSent>;
  /**
   * Awaits a run, then sends its mails without waiting for the schedule. `atMs`: the run's moment in Unix milliseconds,
   * if not now; it decides quiet hours.
   */
  after<T>(run: Promise<T>, atMs?: number): Promise<T>;
}

/** Time limit for a run's mails; the schedule sends the rest. */
const sendMsMax = 10 * 60_000;

export function mailerOf({
  storage,
  mail,
  folder,
  links,
  settings,
  onSent,
}: {
  readonly storage: Storage;
  readonly mail: MailService;
  readonly links: LinkSigner;
  readonly folder: { readonly channelsFile: string };
  /** By the settings at sending time. */
  readonly settings: () => Pick<Settings, 'mailFrom' | 'privateChannels'>;
  /** Called with the outcome of a run's mails. */
  readonly onSent: (sent: MailsSent) => void;
}): Mailer {
  const { dynamo, tables } = storage;
  const connections = localConnections(folder.channelsFile);

  async function send(steps: Steps, order: MailsOrder): Promise<MailsSent> {
    const sender = mailSender({ ses: mail.ses, links, connections, ...settings() });
    const ports = mails.ports({ dynamo, tables, sender: () => sender });
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
