import type { GrantedKind } from '../../kernel/records/record-kind.ts';
import { emailKey } from '../../roster/email.ts';
import { decideException, type ExceptionOrder, type AllowanceOrder } from '../exceptions/exception-order.ts';
import type { Announcement } from './announcement.ts';

export type AnnouncementOrder = AllowanceOrder<Announcement>;

export const announcementKind: GrantedKind<Pick<AnnouncementOrder, 'pattern'>, AnnouncementOrder> = {
  name: 'announcement',
  plainKey: ({ pattern }) => ({ pattern }),
  plain: (order) => order,
  subject: ({ pattern }) => pattern,
  title: ({ pattern }) => `the announcement of ${pattern}`,
  sets: ['values'],
};

export interface AnnouncementProblem {
  readonly field: keyof AnnouncementOrder;
  readonly problem: string;
}

type AnnouncementDecision =
  | { readonly kind: 'accepted'; readonly order: AnnouncementOrder }
  | { readonly kind: 'refused'; readonly problems: readonly AnnouncementProblem[] };

const valuesMax = 100;
const valueLengthMax = 500;

const sameFields = {
  pattern: 'pattern',
  owner: 'by',
  ticket: 'ticket',
  reason: 'note',
  from: 'until',
  expires: 'until',
} as const;

/** Validates an order that holds from an instant in Unix milliseconds. Returns it trimmed, or all its problems. */
export function decideAnnouncement(order: AnnouncementOrder, atMs: number): AnnouncementDecision {
  const { pattern, by, values, ticket, note, until } = order;
  // Shared fields are checked in one place; optional ones get placeholders there.
  const like: ExceptionOrder = {
    pattern,
    owner: by ?? 'anybody@example.com',
    ticket,
    reason: note.trim() === '' ? 'none' : note,
    from: new Date(atMs).toISOString(),
    expires: until,
  };
  const decision = decideException(like, atMs);
  const same = decision.kind === 'refused' ? decision.problems : [];
  const ofValues = [
    ...(values.length > valuesMax ? [`holds too many; give at most ${valuesMax}`] : []),
    ...(values.some(({ length }) => length > valueLengthMax)
      ? [`is too long; give at most ${valueLengthMax} characters`]
      : []),
  ];
  const problems: readonly AnnouncementProblem[] = [
    ...same.map(({ field, problem }) => ({ field: sameFields[field], problem })),
    ...ofValues.map((problem) => ({ field: 'values', problem }) as const),
  ];
  if (problems.length > 0) {
    return { kind: 'refused', problems };
  }
  return {
    kind: 'accepted',
    order: {
      ...order,
      pattern: pattern.trim(),
      ...(by === undefined ? {} : { by: emailKey(by) }),
      ticket: ticket.trim(),
      note: note.trim(),
      until: until.trim(),
    },
  };
}
