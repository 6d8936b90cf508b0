import type { MailSection } from '../../mail/content.ts';
import { mailLink } from '../../mail/mail-link.ts';
import type { Notification } from '../notification.ts';

/** The links with which a recipient asks for more, and connects the hook of their machines, for the first of some notifications that lets them; nothing without. */
export function askLinkOf(notifications: readonly Notification[]): readonly MailSection[] {
  const found = notifications.flatMap((each) =>
    each.kind === 'condition' && each.door !== undefined ? [{ door: each.door, subject: each.event.conditionId }] : [],
  )[0];
  return found === undefined
    ? []
    : [
        {
          kind: 'links',
          heading: 'Ask for more yourself',
          links: [
            { ...mailLink({ purpose: 'ask', ...found }), label: 'Ask for more credits' },
            {
              ...mailLink({ purpose: 'hook', subject: 'hook', door: found.door }),
              label: 'See what is left while you work',
            },
          ],
        },
      ];
}
