import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  clearTrouble,
  decideTrouble,
  type Recipient,
  type MailEvent,
  mailEventKinds,
} from '../../../shared/mail/recipient.ts';

const address = 'ann@acme.example';

function anEvent(facts: Partial<MailEvent> = {}): MailEvent {
  return {
    eventId: 'event-1',
    at: '2026-03-15T02:31:00.000Z',
    address,
    what: 'hard-bounce',
    detail: '550 5.1.1 user unknown',
    ...facts,
  };
}

/** What is known after some events, one after the other. */
function after(events: readonly MailEvent[], known?: Recipient): Recipient | undefined {
  return events.reduce<Recipient | undefined>((before, event) => decideTrouble(before, event) ?? before, known);
}

test.each([
  ['hard-bounce', 'bounce'],
  ['complaint', 'complaint'],
  ['reject', 'reject'],
] as const)('after a %s mail does not reach the address, with why, since when and which mail', (what, cause) => {
  const recipient = decideTrouble(undefined, anEvent({ what, mailId: 'm-1', subject: 'Your budget' }));

  const at = '2026-03-15T02:31:00.000Z';
  const trouble = { cause, since: at, at, detail: '550 5.1.1 user unknown', mailId: 'm-1', subject: 'Your budget' };
  expect(recipient).toEqual({ address, version: 0, trouble });
});

test.each(['soft-bounce', 'delay', 'notice'] as const)('a %s changes nothing', (what) => {
  expect(decideTrouble(undefined, anEvent({ what }))).toBeUndefined();
});

test('a complaint outlasts a bounce, whichever came first', () => {
  const bounce = anEvent();
  const complaint = anEvent({ what: 'complaint', at: '2026-03-16T02:31:00.000Z', detail: 'abuse' });

  const [one, other] = [after([bounce, complaint]), after([complaint, bounce])];

  expect(one?.trouble).toMatchObject({ cause: 'complaint', detail: 'abuse', since: bounce.at, at: complaint.at });
  expect(other).toEqual(one);
});

test('events before the address was cleared do not count, however late they are reported', () => {
  const bounced = decideTrouble(undefined, anEvent());
  const cleared = clearTrouble(bounced ?? { address, version: 1 }, 'ada', '2026-03-16T09:00:00.000Z');

  const late = decideTrouble(cleared, anEvent({ what: 'complaint', at: '2026-03-16T08:59:59.000Z' }));
  const next = decideTrouble(cleared, anEvent({ at: '2026-03-17T02:31:00.000Z' }));

  expect(cleared).not.toHaveProperty('trouble');
  expect(late).toBeUndefined();
  expect(next?.trouble?.since).toBe('2026-03-17T02:31:00.000Z');
});

const events = fc.uniqueArray(
  fc.record({ what: fc.constantFrom(...mailEventKinds), minute: fc.integer({ min: 10, max: 59 }) }),
  { selector: ({ minute }) => minute, maxLength: 8 },
);

test('events in any order, each as often as one likes, come to the same', () => {
  const cleared = clearTrouble({ address, version: 3 }, 'ada', '2026-03-15T02:30:00.000Z');

  fc.assert(
    fc.property(events, fc.boolean(), fc.infiniteStream(fc.nat()), (drawn, isCleared, random) => {
      const all = drawn.map(({ what, minute }) =>
        anEvent({ what, at: `2026-03-15T02:${minute}:00.000Z`, detail: `${what} ${minute}` }),
      );
      const known = isCleared ? cleared : undefined;
      const shuffled = [...all, ...all]
        .map((event) => ({ event, place: random.next().value }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ event }) => event);

      expect(after(shuffled, known)).toEqual(after(all, known));
    }),
  );
});
