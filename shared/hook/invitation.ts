import type { JournalEntry } from '../journal/journal-entry.ts';
import { msPerDay } from '../kernel/time/day.ts';
import type { MailContent } from '../mail/content.ts';
import { mailLink } from '../mail/mail-link.ts';
import type { Report } from '../notifications/notification.ts';
import { requestLimits } from '../requests/request.ts';

export interface Invitation {
  readonly userId: string;
  /** In its matching form when invited. */
  readonly email: string;
  readonly at: string;
  readonly by: string;
}

const againAfterMs = msPerDay;

export function isLatelyInvited({ at }: Invitation, nowMs: number): boolean {
  return nowMs - Date.parse(at) < againAfterMs;
}

export function invitationEntry(
  invited: readonly Invitation[],
  { name, at }: { readonly name: string; readonly at: string },
): JournalEntry {
  const emails = invited.map(({ email }) => email);
  return { id: `hook-invited/${at}/${name}`, at, kind: 'hook-invited', actor: name, detail: { people: emails } };
}

/** Returns an invitation mail; `door`: the address of the pages behind links. */
export function reportInvitation({ userId, email, at, by }: Invitation, door: string): Report {
  const link = { ...mailLink({ purpose: 'hook', subject: 'hook', door }), label: 'Show the two commands' };
  const content = (reader: 'owner' | 'stand-in'): MailContent => ({
    subject: 'Curfew: see what you have left while you work',
    tone: 'report',
    lead:
      reader === 'owner'
        ? 'See what you have left at the end of each task'
        : `${email} was invited to connect a hook, and cannot be reached by mail`,
    sections: reader === 'owner' ? [whatItDoes, { kind: 'links', heading: 'Connect it', links: [link] }] : [],
    foot:
      reader === 'owner'
        ? [
            `${by} invited you. The link is yours alone and good for ${requestLimits.linkDaysMax} days: do not pass it on.`,
          ]
        : [`${by} invited ${email}.`],
  });
  return {
    reportId: `${userId}/${at}`,
    topic: 'hook-invitation',
    severity: 'medium',
    owners: [email],
    contentFor: content,
  };
}

const whatItDoes = {
  kind: 'notes',
  heading: 'What it does',
  notes: [
    'A small hook of your command-line client prints what you have left and when it resets, at the end of each task.',
    'It also tells Curfew that you are at work: where credits are given in the day, those who are seen to work come first.',
    'It sends the id of the session and the name of the event, and nothing else: no prompt, no path, no file.',
    'Nothing happens unless you run the two commands of the page below. A third one takes the hook out again.',
  ],
} as const;
