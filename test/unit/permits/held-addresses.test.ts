import { describe, expect, test } from 'vitest';

import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { ever, heldAddresses, takenAddresses } from '../../../shared/permits/held-addresses.ts';
import type { KnownUser, RosterEvent } from '../../../shared/roster/person.ts';

const ms = (day: number) => Date.parse(`2026-03-${String(day).padStart(2, '0')}T02:30:00.000Z`);
const at = (day: number) => new Date(ms(day)).toISOString();
const joined = (day: number): RosterEvent => ({ kind: 'joined', at: at(day) });
const renamed = (emailBefore: string, seen: number, unseen?: number): RosterEvent => ({
  kind: 'email-changed',
  at: at(seen),
  emailBefore,
  ...(unseen !== undefined && { lastAt: at(unseen) }),
});

function user(said: Partial<KnownUser> = {}): KnownUser {
  return { userId: 'ann', email: 'ann@a', ...said };
}

function heldBy(of: KnownUser, said: { takenMs?: Record<string, number>; record?: LimitRecord } = {}) {
  return heldAddresses(of, { takenMs: new Map(Object.entries(said.takenMs ?? {})), record: said.record });
}

describe('the addresses that a user had', () => {
  test('where nothing was ever seen to change, the one of now is theirs all the time, however it is spelled', () => {
    expect(heldBy(user({ email: ' Ann@A' }))).toEqual([{ ...ever, address: 'ann@a' }]);
    expect(ever).toEqual({ fromMs: -Infinity, sureFromMs: -Infinity, sureUntilMs: Infinity, untilMs: Infinity });
  });

  test('of somebody new, the address is surely theirs from the reading that first showed them', () => {
    const events: readonly RosterEvent[] = [{ kind: 'returned', at: at(9) }, joined(3)];

    expect(heldBy(user({ events }))).toEqual([{ ...ever, address: 'ann@a', sureFromMs: ms(3) }]);
    expect(heldBy(user({ events: [{ kind: 'left', at: at(9) }] }))).toEqual([{ ...ever, address: 'ann@a' }]);
  });

  test('one that changed may be theirs until the reading that first showed the next, and surely until the last that did not', () => {
    const events = [joined(1), renamed('Old@a', 5, 4), renamed('mid@a', 9, 8)];

    expect(heldBy(user({ events }))).toEqual([
      { address: 'old@a', fromMs: -Infinity, sureFromMs: ms(1), sureUntilMs: ms(4), untilMs: ms(5) },
      { address: 'mid@a', fromMs: ms(4), sureFromMs: ms(5), sureUntilMs: ms(8), untilMs: ms(9) },
      { address: 'ann@a', fromMs: ms(8), sureFromMs: ms(9), sureUntilMs: Infinity, untilMs: Infinity },
    ]);
  });

  test('where nothing tells of a last reading, the next may have been theirs from ever, and the former never surely', () => {
    expect(heldBy(user({ events: [renamed('old@a', 5)] }))).toEqual([
      { ...ever, address: 'old@a', sureUntilMs: -Infinity, untilMs: ms(5) },
      { ...ever, address: 'ann@a', fromMs: -Infinity, sureFromMs: ms(5) },
    ]);
  });

  test('a time without any address is left out', () => {
    const { email: _none, ...without } = user({ events: [renamed('old@a', 5, 4)] });
    const { emailBefore: _before, ...fromNone } = renamed('', 5, 4);

    expect(heldBy(without).map(({ address }) => address)).toEqual(['old@a']);
    expect(heldBy(user({ events: [fromNone] }))).toEqual([
      { ...ever, address: 'ann@a', fromMs: ms(4), sureFromMs: ms(5) },
    ]);
  });

  test('of somebody who is gone, the last address is theirs until a reading shows another with it', () => {
    const gone = user({ goneSince: '2026-03-06', events: [renamed('old@a', 5, 4)] });
    const takenMs = { 'ann@a': ms(7), 'old@a': ms(6) };

    expect(heldBy(gone, { takenMs }).map(({ address, untilMs }) => [address, untilMs])).toEqual([
      ['old@a', ms(5)],
      ['ann@a', ms(7)],
    ]);
    expect(heldBy(gone, { takenMs: { 'old@a': ms(6) } }).at(-1)?.untilMs).toBe(Infinity);
    expect(heldBy(user({ goneSince: '2026-03-06' }), { takenMs })).toEqual([
      { ...ever, address: 'ann@a', untilMs: ms(7) },
    ]);
    // Who is there has it.
    expect(heldBy(user(), { takenMs })).toEqual([{ ...ever, address: 'ann@a' }]);
    expect(heldBy({ userId: 'ann', goneSince: '2026-03-06' }, { takenMs })).toEqual([]);
  });
});

describe('the addresses of a record that no reading has kept', () => {
  const sent = (day: number, said: { to?: string; answeredAt?: string } = {}) => ({
    limitCredits: 5,
    at: at(day),
    runId: 'r',
    ...said,
  });
  const record: LimitRecord = {
    userId: 'ann',
    email: 'ann@a',
    confirmed: sent(4, { to: ' Lost@a', answeredAt: at(5) }),
    unsettled: [sent(3, { to: 'lost@a' }), sent(6, { to: 'tried@a' })],
    replaced: [
      { limitCredits: 5, from: at(1), until: at(2), to: 'first@a' },
      { limitCredits: 5, from: at(2), until: at(7), to: 'lost@a' },
      { limitCredits: 5, from: at(2), until: at(4) },
    ],
  };

  test('were theirs when something was sent there, up to the last of it, and come before what readings show', () => {
    expect(heldBy(user(), { record })).toEqual([
      { ...ever, address: 'first@a', sureUntilMs: ms(2), untilMs: ms(2) + 1 },
      { ...ever, address: 'lost@a', sureUntilMs: ms(7), untilMs: ms(7) + 1 },
      { ...ever, address: 'tried@a', sureUntilMs: ms(6), untilMs: ms(6) + 1 },
      { ...ever, address: 'ann@a' },
    ]);
  });

  test('last until the answer where there was one', () => {
    const { replaced: _before, ...alone } = record;

    expect(heldBy(user(), { record: { ...alone, unsettled: [] } })[0]).toEqual({
      ...ever,
      address: 'lost@a',
      sureUntilMs: ms(5),
      untilMs: ms(5) + 1,
    });
  });

  test('are none that a reading shows', () => {
    const shown = user({ events: [renamed('lost@a', 9, 8), renamed('tried@a', 10, 9), renamed('first@a', 11, 10)] });

    expect(heldBy(shown, { record })).toEqual(heldBy(shown));
  });

  test('of somebody of whom no reading ever showed an address, that of the record is theirs all the time', () => {
    const bare = { userId: 'ann', goneSince: '2026-03-06' };
    const { confirmed, ...rest } = record;
    const plain = { ...rest, unsettled: [], ...(confirmed !== undefined && { confirmed: sent(4) }) };

    expect(heldBy(bare, { record: plain }).map(({ address, untilMs }) => [address, untilMs])).toEqual([
      ['first@a', ms(2) + 1],
      ['lost@a', ms(7) + 1],
      ['ann@a', Infinity],
    ]);
    expect(heldBy(bare, { record: { userId: 'ann', email: 'Ann@a', unsettled: [sent(4)] } })).toEqual([
      { ...ever, address: 'ann@a' },
    ]);
    // A person on the roster under another address gave the one of the record up.
    expect(
      heldBy(user({ email: 'new@a' }), { record: plain }).map(({ address, untilMs }) => [address, untilMs]),
    ).toEqual([
      ['first@a', ms(2) + 1],
      ['lost@a', ms(7) + 1],
      ['ann@a', ms(4) + 1],
      ['new@a', Infinity],
    ]);
    const lost = { userId: 'ann', email: 'ann@a', unsettled: [sent(4)] };
    expect(heldBy(user({ email: 'new@a' }), { record: lost })).toEqual([
      { ...ever, address: 'ann@a', sureUntilMs: ms(4), untilMs: ms(4) + 1 },
      { ...ever, address: 'new@a' },
    ]);
  });
});

describe('when an address was seen to be taken', () => {
  const takenBy = (...users: readonly KnownUser[]) => Object.fromEntries(takenAddresses(users));

  test('is the last reading by which the user on the roster came to it: new, back or renamed', () => {
    const left: RosterEvent = { kind: 'left', at: at(9) };

    expect(takenBy(user({ email: ' Ann@A', events: [joined(3), left] }))).toEqual({ 'ann@a': ms(3) });
    expect(takenBy(user({ events: [joined(3), renamed('old@a', 5, 4)] }))).toEqual({ 'ann@a': ms(5) });
    expect(takenBy(user({ events: [joined(3), left, { kind: 'returned', at: at(10) }] }))).toEqual({ 'ann@a': ms(10) });
  });

  test('is from ever, where the user was there when the roster was first read', () => {
    expect(takenBy(user(), user({ userId: 'ben', email: 'ben@a', events: [{ kind: 'left', at: at(9) }] }))).toEqual({
      'ann@a': -Infinity,
      'ben@a': -Infinity,
    });
  });

  test('is not by anybody who is gone or has no address', () => {
    expect(takenBy(user({ goneSince: '2026-03-06', events: [joined(3)] }), { userId: 'ben' })).toEqual({});
  });
});
