import { emailKey } from '../roster/email.ts';
import type { AlertEvent, UseEvent } from './alert-event.ts';
import { isReachable, routeTo, type Routing } from './routing.ts';
import type { Severity } from './severity.ts';
import { severityOf } from './severity-of.ts';

/** One thing that one recipient is told, once: its id is made from the event and the recipient. */
export interface AlertNotice {
  readonly noticeId: string;
  readonly recipient: string;
  /** `user`: it is about the recipient's own credits. */
  readonly role: 'user' | 'owner' | 'admin';
  readonly severity: Severity;
  /** ISO instant as of which it came about. */
  readonly at: string;
  readonly event: AlertEvent;
  /** Whom to ask for more, or about it; never empty where anybody is known. */
  readonly askWhom: readonly string[];
}

/** Who is told of an event: owners, the affected user, admins. Who is several of them is told once. */
export function noticesOf(event: AlertEvent, at: string, routing: Routing): readonly AlertNotice[] {
  const own = ownEmailOf(event);
  const forUser = own !== undefined && isReachable(own, routing) ? [own] : [];
  const ownKey = emailKey(forUser[0] ?? '');
  // A user who cannot be reached is replaced like everybody else; the fallback is then told about the user.
  const forOthers = [
    ...othersOf(event, routing),
    ...(own !== undefined && forUser.length === 0 ? routeTo([own], routing) : []),
  ];
  const others = new Map(forOthers.map((email) => [emailKey(email), email]));
  const owners = 'owners' in event ? event.owners : [];
  const base = { at, askWhom: routeTo(owners, routing) };
  const role = event.kind.startsWith('matter') ? 'admin' : 'owner';
  return [
    ...forUser.map((recipient) => ({ recipient, role: 'user', event: seenByUser(event, others.has(ownKey)) }) as const),
    ...[...others]
      .filter(([key]) => key !== ownKey)
      .map(([, recipient]) => ({ recipient, role, event: seenByOthers(event, own, forUser) }) as const),
  ].map((notice) => ({
    ...base,
    ...notice,
    noticeId: `${event.eventId}/to/${emailKey(notice.recipient)}`,
    severity: severityOf(notice.event, notice.role),
  }));
}

/** The user who is told of their own use, when the event has anything for them. */
function ownEmailOf(event: AlertEvent): string | undefined {
  const isForUser = 'facts' in event && event.userLines.length > 0;
  return isForUser ? event.facts.user?.email : undefined;
}

function othersOf(event: AlertEvent, routing: Routing): readonly string[] {
  switch (event.kind) {
    case 'use-crossed':
    case 'use-resolved':
    case 'use-reset':
      return event.ownerLines.length === 0 ? [] : routeTo(event.owners, routing);
    case 'forecast-raised':
    case 'forecast-resolved':
      return routeTo(event.owners, routing);
    case 'matter-raised':
    case 'matter-changed':
    case 'matter-resolved': {
      const { owners, tellsAdmins } = event.matter;
      const people = [...owners, ...(tellsAdmins ? routing.admins : [])];
      return routeTo(people, routing);
    }
  }
}

/** A user hears of the thresholds for users; one who owns the budget too, of all. */
function seenByUser(event: AlertEvent, isOwnerToo: boolean): AlertEvent {
  return isUse(event) && !isOwnerToo ? { ...event, ownerLines: [] } : event;
}

function seenByOthers(event: AlertEvent, own: string | undefined, forUser: readonly string[]): AlertEvent {
  const standsIn = own !== undefined && forUser.length === 0;
  return isUse(event) && !standsIn ? { ...event, userLines: [] } : event;
}

function isUse(event: AlertEvent): event is UseEvent {
  return 'facts' in event;
}
