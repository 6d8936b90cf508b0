import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { World } from '../../../../emulator/api/world.ts';
import { DAY_MS, dateOfDay, dayNumberAt, dayOfDate } from '../../../../emulator/state/clock.ts';
import { computerFleet } from '../../../../emulator/state/computers/computer-fleet.ts';
import { type SessionBook, sessionBook } from '../../../../emulator/state/sessions/session-book.ts';
import type { SessionItem } from '../../../../emulator/state/sessions/session-view.ts';
import { aWholeWorld, memorySlices } from '../../../support/emulator-world.ts';

// A Thursday.
const now = '2026-03-12T15:00:00Z';
const hourMs = 3_600_000;

function bookOf(world: World): SessionBook {
  return sessionBook(world, computerFleet(world).computerOfSession);
}

function itemsOf(book: SessionBook, computerId?: string): readonly SessionItem[] {
  return book.list(computerId).sessions.map(book.itemOf);
}

function creditsOf(item: SessionItem | undefined, field = 'tokenUsage'): number {
  const usage = (item?.sessionSettings ?? {}) as Record<string, { serviceCredits: number }>;
  return usage[field]?.serviceCredits ?? 0;
}

function ownCredits(book: SessionBook): number {
  return itemsOf(book).reduce((sum, item) => sum + creditsOf(item), 0);
}

function pass(world: World, hours: number): void {
  world.clock.moveTo(world.clock.now() + hours * hourMs);
}

/** What each user was granted on each day that is listed, as the sessions have it and as the consumption has it. */
function reconciled(world: World, book: SessionBook, days: number): readonly [string, number, number][] {
  const today = dayNumberAt(world.clock.now());
  const shown = new Map<string, number>();
  for (const { ownerId, creditsByDay } of book.facts()) {
    for (const [date, credits] of Object.entries(creditsByDay)) {
      shown.set(`${ownerId} ${date}`, (shown.get(`${ownerId} ${date}`) ?? 0) + credits);
    }
  }
  return world.organization.members().flatMap((member) =>
    Array.from({ length: days }, (_, age): [string, number, number] => {
      const key = `${member.id} ${dateOfDay(today - age)}`;
      return [key, shown.get(key) ?? 0, world.consumption.useOf(member, today - age).grantedCredits];
    }),
  );
}

function unreconciled(world: World, book: SessionBook, days = 14): readonly [string, number, number][] {
  return reconciled(world, book, days).filter(([, shown, granted]) => shown !== granted);
}

function emailOf(world: World, index = 0): { readonly ownerId: string } {
  return { ownerId: world.organization.usersAt(world.clock.now())[index]?.id ?? '' };
}

const plain = { character: 'ordinary', minutes: 600, credits: 60_000, children: 0 } as const;

describe('credits', () => {
  test('of all sessions add up to what each user was granted on each day, up to the minute', () => {
    const world = aWholeWorld({ now });
    const book = bookOf(world);

    const atFirst = unreconciled(world, book);
    pass(world, 0.55);
    const later = unreconciled(world, book);
    pass(world, 24);

    expect([atFirst, later, unreconciled(world, book)]).toEqual([[], [], []]);
    expect(reconciled(world, book, 14).filter(([, , granted]) => granted > 0).length).toBeGreaterThan(100);
  });

  test('add up whatever is posted, planted, limited and archived meanwhile', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('limit' as const), user: fc.nat(9), credits: fc.nat(400_000) }),
      fc.record({ kind: fc.constant('demand' as const), user: fc.nat(9), credits: fc.nat(90_000), age: fc.nat(3) }),
      fc.record({
        kind: fc.constant('plant' as const),
        user: fc.nat(9),
        credits: fc.nat(90_000),
        hoursAgo: fc.nat(60),
      }),
      fc.record({ kind: fc.constant('archive' as const), place: fc.nat(30) }),
      fc.record({ kind: fc.constant('wait' as const), minutes: fc.nat(2_000) }),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 12 }), (steps) => {
        const world = aWholeWorld({ now, users: 10 });
        const book = bookOf(world);
        const nowMs = (): number => world.clock.now();
        for (const one of steps) {
          const { ownerId } = emailOf(world, 'user' in one ? one.user : 0);
          switch (one.kind) {
            case 'limit':
              world.limits.set(ownerId, { atMs: nowMs(), limitCredits: one.credits });
              break;
            case 'demand':
              world.demand.post(ownerId, dayNumberAt(nowMs()) - one.age, { credits: one.credits });
              world.consumption.forget(ownerId, dayNumberAt(nowMs()) - one.age);
              break;
            case 'plant':
              book.plant({ ...plain, ownerId, credits: one.credits, startMs: nowMs() - one.hoursAgo * hourMs });
              break;
            case 'archive':
              book.patch(book.list().sessions[one.place]?.plan.sessionId ?? '', { archivedAt: now });
              break;
            case 'wait':
              pass(world, one.minutes / 60);
              break;
          }
        }

        expect(unreconciled(world, book, 10)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  test('of posted demand are in sessions too, in an empty organization', () => {
    const world = aWholeWorld({ now, users: 3, empty: true });
    const { ownerId } = emailOf(world);
    const book = bookOf(world);
    const before = itemsOf(book);

    world.demand.post(ownerId, dayOfDate('2026-03-12') ?? 0, { credits: 14_400, model: 'm-1' });

    const settings = itemsOf(book).map(({ sessionSettings }) => sessionSettings['model']);
    expect(before).toEqual([]);
    expect(new Set(settings)).toEqual(new Set(['m-1']));
    expect(ownCredits(book)).toBe(9_000);
  });

  test('of a session are its own, and inclusive those of its children, theirs and no others', () => {
    const world = aWholeWorld({ now });
    const book = bookOf(world);
    const byId = new Map(itemsOf(book).map((item) => [item.sessionId, item]));
    const facts = book.facts();
    const parents = new Map(facts.map(({ sessionId, parentId }) => [sessionId, parentId]));
    const childrenOf = Map.groupBy(facts, ({ parentId }) => parentId);

    const mismatched = [...byId.values()].filter((item) => {
      const children = (childrenOf.get(item.sessionId) ?? []).map(({ sessionId }) => byId.get(sessionId));
      const inclusive = children.reduce((sum, child) => sum + creditsOf(child, 'inclusiveTokenUsage'), creditsOf(item));
      return inclusive !== creditsOf(item, 'inclusiveTokenUsage');
    });

    expect(mismatched).toEqual([]);
    // Grandchildren are where a sum of inclusive figures counts twice.
    expect(facts.some(({ parentId }) => parentId !== undefined && parents.get(parentId) !== undefined)).toBe(true);
  });

  test('are the share, the unit and the delay that are set', () => {
    const users = 12;
    const exact = ownCredits(bookOf(aWholeWorld({ now, users })));
    const share = ownCredits(bookOf(aWholeWorld({ now, users, figures: { coverage: 0.8 } })));
    const unit = ownCredits(bookOf(aWholeWorld({ now, users, figures: { creditScale: 0.01 } })));
    const late = ownCredits(bookOf(aWholeWorld({ now, users, figures: { lagMinutes: 90 } })));
    const before = ownCredits(bookOf(aWholeWorld({ now: '2026-03-12T13:30:00Z', users })));

    expect(share / exact).toBeCloseTo(0.8, 3);
    expect(unit).toBeCloseTo(exact / 100, 3);
    expect(late).toBe(before);
    expect(late).toBeLessThan(exact);
  });
});

describe('the list', () => {
  test('is the same for the same seed', () => {
    const once = itemsOf(bookOf(aWholeWorld({ now })));

    const again = itemsOf(bookOf(aWholeWorld({ now })));

    expect(again).toEqual(once);
  });

  test.each([
    [20, 30],
    [40, 14],
    [1_500, 2],
  ])('of %i people holds what was active in the last %i days', (users, days) => {
    const items = itemsOf(bookOf(aWholeWorld({ now, users })));

    const firstMs = (dayNumberAt(Date.parse(now)) - days + 1) * DAY_MS;
    expect(items.some(({ createdAt }) => createdAt < firstMs + DAY_MS)).toBe(true);
    for (const { createdAt, updatedAt } of items) {
      expect(updatedAt).toBeGreaterThanOrEqual(firstMs - 6 * DAY_MS);
      expect(createdAt).toBeLessThanOrEqual(updatedAt);
      expect(updatedAt).toBeLessThanOrEqual(Date.parse(now));
    }
  });

  test('is ordered from the newest start, each session once', () => {
    const items = itemsOf(bookOf(aWholeWorld({ now })));

    const starts = items.map(({ createdAt }) => createdAt);

    expect(starts).toEqual(starts.toSorted((a, b) => b - a));
    expect(new Set(items.map(({ sessionId }) => sessionId)).size).toBe(items.length);
  });

  test('shows in updatedAt whatever moved, and keeps the rest as it was', () => {
    const world = aWholeWorld({ now });
    const book = bookOf(world);
    const before = new Map(itemsOf(book).map((item) => [item.sessionId, item]));

    pass(world, 1);

    const after = itemsOf(book).filter(({ sessionId }) => before.has(sessionId));
    const still = after.filter((item) => item.updatedAt === before.get(item.sessionId)?.updatedAt);
    expect(after.length - still.length).toBeGreaterThan(10);
    expect(still).toEqual(still.map(({ sessionId }) => before.get(sessionId)));
    for (const item of after) {
      expect(item.messageCount).toBeGreaterThanOrEqual(before.get(item.sessionId)?.messageCount ?? 0);
    }
  });

  test('holds only the sessions of a computer when one is named', () => {
    const book = bookOf(aWholeWorld({ now }));
    const computerId = itemsOf(book).find((item) => item.computerId !== undefined)?.computerId;

    const connected = itemsOf(book, computerId);

    expect(connected.length).toBeGreaterThan(0);
    expect(connected.every((item) => item.computerId === computerId)).toBe(true);
    expect(itemsOf(book, 'computer-z')).toEqual([]);
  });
});

describe('the courses', () => {
  test('include runaways over several days, long sessions, and loops in which tools fail', () => {
    const book = bookOf(aWholeWorld({ now, users: 250 }));
    const facts = book.facts();
    const looping = facts.filter(({ character }) => character === 'looping');

    const errors = looping.map(({ sessionId }) => {
      const messages = book.messages(sessionId);
      return (messages?.places('tool') ?? []).filter((place) => messages?.at(place).isError === true).length;
    });

    expect(new Set(facts.map(({ character }) => character))).toEqual(
      new Set(['ordinary', 'runaway', 'long', 'looping', 'child']),
    );
    expect(Math.max(...errors)).toBeGreaterThan(30);
    const runaways = facts.filter(({ character }) => character === 'runaway');
    expect(Math.max(...runaways.map(({ creditsByDay }) => Object.keys(creditsByDay).length))).toBeGreaterThan(2);
  });

  test('of ordinary sessions pause now and then, and in a large organization none is left open', () => {
    const small = aWholeWorld({ now: '2026-03-12T05:00:00Z' });
    const book = bookOf(small);
    const ordinary = book.list().sessions.filter(({ plan }) => plan.character === 'ordinary');
    const statusesOf = () => ordinary.slice(0, 20).map(({ plan }) => book.find(plan.sessionId)?.status);
    const statuses = statusesOf();
    pass(small, 1);
    const large = bookOf(aWholeWorld({ now, users: 400 }));

    const yesterdays = itemsOf(large).filter(({ createdAt }) => createdAt < Date.parse('2026-03-11T00:00:00Z'));

    expect(new Set(statuses)).toEqual(new Set(['idle', 'running']));
    expect(statusesOf()).not.toEqual(statuses);
    expect(yesterdays.filter(({ completedAt }) => completedAt === undefined).length).toBeLessThan(5);
    expect(yesterdays.length).toBeGreaterThan(100);
  });

  test('come to rest while their owner is refused, and go on when the limit is raised', () => {
    const world = aWholeWorld({ now, users: 1, empty: true });
    const { ownerId } = emailOf(world);
    const book = bookOf(world);
    const planted = book.plant({ ...plain, ownerId, startMs: Date.parse(now) - hourMs });
    world.limits.set(ownerId, { atMs: Date.parse(now), limitCredits: 9_000 });
    const look = () => book.find(planted?.sessionId ?? '');

    const running = look();
    pass(world, 3);
    const stopped = look();
    world.limits.set(ownerId, { atMs: world.clock.now(), limitCredits: 500_000 });
    pass(world, 1);

    expect([running?.status, stopped?.status, look()?.status]).toEqual(['running', 'idle', 'running']);
    // 9,000 of 100 a minute are consumed after 90 minutes.
    expect(stopped?.updatedAt).toBe(Date.parse('2026-03-12T15:30:00Z'));
    expect(ownCredits(book)).toBe(9_000 + 6_000);
  });
});

describe('a planted session', () => {
  test('consumes on top of its owner’s demand, evenly, with children of its own', () => {
    const world = aWholeWorld({ now });
    const book = bookOf(world);
    const { ownerId } = emailOf(world);
    const before = ownCredits(book);
    const planted = book.plant({
      ...plain,
      ownerId,
      children: 2,
      startMs: Date.parse(now) - 5 * hourMs,
      title: 'Planted',
      messages: 101,
    });

    const half = book.find(planted?.sessionId ?? '');
    const added = ownCredits(book) - before;
    pass(world, 6);

    expect(half).toMatchObject({ title: 'Planted', status: 'running', messageCount: 51 });
    expect(added).toBe(30_000);
    expect(creditsOf(book.find(planted?.sessionId ?? ''), 'inclusiveTokenUsage')).toBe(60_000);
    expect(unreconciled(world, book)).toEqual([]);
  });

  test('takes what it still wanted along when it is archived', () => {
    const world = aWholeWorld({ now, users: 1, empty: true });
    const book = bookOf(world);
    const planted = book.plant({ ...plain, ...emailOf(world), startMs: Date.parse(now) });
    pass(world, 1);

    book.patch(planted?.sessionId ?? '', { archivedAt: now });
    pass(world, 5);

    expect(ownCredits(book)).toBe(6_000);
    expect(book.list().sessions).toHaveLength(1);
  });

  test('that is pending has nothing to show', () => {
    const world = aWholeWorld({ now });
    const book = bookOf(world);
    const planted = book.plant({
      ...plain,
      ...emailOf(world),
      character: 'pending',
      credits: 0,
      minutes: 10_000,
      startMs: Date.parse(now) - 9 * hourMs,
    });

    expect(book.find(planted?.sessionId ?? '')).toMatchObject({ status: 'pending', messageCount: 0 });
  });

  test('outlives a restart with what it wants', () => {
    const saved = memorySlices();
    const world = aWholeWorld({ now, saved });
    const book = bookOf(world);
    const planted = book.plant({ ...plain, ...emailOf(world), startMs: Date.parse(now) - hourMs });

    const again = aWholeWorld({ now, saved });

    expect(bookOf(again).find(planted?.sessionId ?? '')).toEqual(book.find(planted?.sessionId ?? ''));
  });
});

describe('messages', () => {
  test('are as many as the session says, in the order of time, each pointing to the one before', () => {
    const book = bookOf(aWholeWorld({ now }));

    for (const { sessionId, messageCount, createdAt, updatedAt } of itemsOf(book).slice(0, 25)) {
      const messages = book.messages(sessionId);
      const said = (messages?.places() ?? []).flatMap((place) => messages?.at(place) ?? []);
      expect(said).toHaveLength(messageCount);
      expect(said[0]?.createdAt).toBe(createdAt);
      expect(said.at(-1)?.createdAt).toBeLessThanOrEqual(updatedAt);
      expect(said.slice(1).map(({ parentId }) => parentId)).toEqual(said.slice(0, -1).map(({ id }) => id));
      const times = said.map((message) => message.createdAt);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
  });

  test('show every documented field somewhere', () => {
    const book = bookOf(aWholeWorld({ now }));

    const fields = new Set(
      itemsOf(book)
        .slice(0, 25)
        .flatMap(({ sessionId }) => {
          const messages = book.messages(sessionId);
          return (messages?.places() ?? []).flatMap((place) => Object.keys(messages?.at(place) ?? {}));
        }),
    );

    // Written by hand from platform-api.md, "Session message".
    expect([...fields].toSorted()).toEqual(
      [
        'id',
        'content',
        'createdAt',
        'updatedAt',
        'parentId',
        'vendorAMessageId',
        'vendorAEncryptedContent',
        'vendorAReasoningId',
        'vendorAReasoningSummary',
        'vendorBThoughtSignature',
        'chatCompletionReasoningContent',
        'isUserVisible',
        'isError',
      ].toSorted(),
    );
  });
});

describe('an update', () => {
  test('replaces the fields given, keeps the others, and moves updatedAt even on a standing clock', () => {
    const book = bookOf(aWholeWorld({ now }));
    const before = book.find(book.list().sessions[0]?.plan.sessionId ?? '');
    const id = before?.sessionId ?? '';

    const first = book.patch(id, { model: 'cirrus-mini' });
    const second = book.patch(id, { tags: [] });

    expect(second?.sessionSettings).toEqual({ ...before?.sessionSettings, model: 'cirrus-mini', tags: [] });
    expect(first?.updatedAt).toBeGreaterThan(before?.updatedAt ?? 0);
    expect(second?.updatedAt).toBeGreaterThan(first?.updatedAt ?? 0);
  });

  test('outlives a restart', () => {
    const saved = memorySlices();
    const book = bookOf(aWholeWorld({ now, saved }));
    const id = book.list().sessions[0]?.plan.sessionId ?? '';
    const patched = book.patch(id, { disabledToolIds: ['browser'] });

    const again = bookOf(aWholeWorld({ now, saved })).find(id);

    expect(again).toEqual(patched);
  });

  test('that archives a session stops it, and its owner goes on in another one', () => {
    const world = aWholeWorld({ now });
    const book = bookOf(world);
    const running = book
      .list()
      .sessions.map(({ plan }) => plan)
      .find(({ sessionId, character }) => character === 'ordinary' && book.find(sessionId)?.status === 'running');
    const archived = book.patch(running?.sessionId ?? '', { archivedAt: now });

    pass(world, 2);

    const later = book.find(running?.sessionId ?? '');
    const owned = book.facts().filter(({ ownerId }) => ownerId === running?.owner.id);
    expect(later).toEqual({ ...archived, status: 'idle' });
    expect(owned.some(({ sessionId }) => (book.find(sessionId)?.createdAt ?? 0) >= Date.parse(now))).toBe(true);
    expect(unreconciled(world, book)).toEqual([]);
  });
});
