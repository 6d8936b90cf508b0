import { deliveryMoment } from '../../domain/notifications/delivery.ts';
import type { AlertLease } from '../../domain/notifications/topics.ts';
import type { Grave } from '../../domain/notifications/unheard.ts';
import type { RecipientStore } from '../mail/ports.ts';
import type { ComposedMails } from '../runs/job.ts';
import type { RunContext } from '../runs/run-context.ts';
import { draftMails, type MailPorts } from './draft-mails.ts';
import { readRouting, type NotificationSettings } from './read-routing.ts';

/** What the mails of a run depend on that has no summary of its own. */
interface DueMailsOrder {
  /** The lease that the run holds. */
  readonly lease: AlertLease;
  /** Leases that the run holds as well: what was found under them goes in the same mails. */
  readonly also?: readonly AlertLease[];
  readonly settings: { readonly admins: readonly string[]; readonly alerts: NotificationSettings };
  readonly nowMs: number;
  /** What the run had to report, and nobody to report it to. */
  readonly unheard?: readonly Grave[];
}

/** The mails that are due by now, those of earlier runs too, and what the run says where nobody can be notified. */
export async function composeDueMails(
  ports: MailPorts & { readonly recipients: Pick<RecipientStore, 'list'> },
  run: RunContext,
  { lease, also = [], settings, nowMs, unheard = [] }: DueMailsOrder,
): Promise<ComposedMails> {
  const delivery = deliveryMoment(settings.alerts, nowMs);
  const drafts = await draftMails(ports, run, { leases: [lease, ...also], delivery, summaries: [] });
  // What is open and new stands in the report of this run already.
  const open = unheard.length > 0 ? [] : await ports.alerts.read(lease, []);
  return {
    count: drafts.length,
    problem: unheard.length + open.length === 0 ? undefined : await problemOf(),
    write: async () => {
      // Most runs have none, and need not know how mails are written.
      if (drafts.length > 0) {
        const { writeMails } = await import('./write-mails.ts');
        await writeMails(ports, drafts);
      }
    },
  };

  async function problemOf(): Promise<string | undefined> {
    const { describeUnheard, unheardConditions } = await import('../../domain/notifications/unheard.ts');
    const routing = await readRouting(ports.recipients, settings);
    return describeUnheard([...unheard, ...unheardConditions(open, routing, run.at)], routing);
  }
}
