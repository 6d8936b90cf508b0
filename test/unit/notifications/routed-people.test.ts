import { describe, expect, test } from 'vitest';

import { renderText } from '../../../shared/mail/render/render-text.ts';
import { composeMail } from '../../../shared/notifications/compose/compose-mail.ts';
import { isAstray } from '../../../shared/notifications/notification.ts';
import { routedPeople, timeZoneOf } from '../../../shared/notifications/routing.ts';
import { ada, aUse, onEnforcementRun, play, routing } from './observed.ts';

const bob = { userId: 'u-bob', email: 'bob@example.com' };

describe('a reader’s time zone', () => {
  const zoned = { ...ada, metadata: { timezone: 'America/Los_Angeles' } };

  test('is that of the roster’s metadata where it is one, else that of the settings, else none', () => {
    const people = routedPeople([zoned, { ...bob, metadata: { timezone: 'Moon/Sea' } }], 'timezone');

    expect(timeZoneOf('ADA@example.com', { ...routing, people, timeZone: 'Europe/Berlin' })).toBe(
      'America/Los_Angeles',
    );
    expect(timeZoneOf(bob.email, { ...routing, people, timeZone: 'Europe/Berlin' })).toBe('Europe/Berlin');
    expect(timeZoneOf(bob.email, { ...routing, people, timeZone: 'UTC' })).toBeUndefined();
  });

  test('stands beside UTC in the mail, with its own day', () => {
    const routes = { ...routing, people: routedPeople([zoned], 'timezone') };
    const { told } = play([onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 900, owners: [] })] })], routes);
    const own = (told[0] ?? []).filter(({ recipient }) => recipient === ada.email);

    expect(renderText(composeMail(own, { runId: 'run-1' }))).toContain(
      'Resets: Wed 1 Apr, 00:00 UTC (Tue 31 Mar, 17:00 America/Los_Angeles)',
    );
  });
});

describe('somebody’s own credits', () => {
  const crossed = onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 900, owners: [] })] });

  test('are notified at the address of now, not the one that was observed', () => {
    const moved = {
      ...routing,
      people: routedPeople([
        { ...ada, email: 'ada.new@example.com' },
        { ...bob, email: ada.email },
      ]),
    };

    const { told } = play([crossed], moved);

    expect(told[0]?.map(({ recipient }) => recipient)).toContain('ada.new@example.com');
    expect(told[0]?.map(({ recipient }) => recipient)).not.toContain(ada.email);
  });

  test('go astray once the address is somebody else’s, and not while they have it or nobody does', () => {
    const [own] = (play([crossed]).told[0] ?? []).filter(({ role }) => role === 'user');
    const isGone = (...users: Parameters<typeof routedPeople>[0]) =>
      own !== undefined && isAstray(own, { ...routing, people: routedPeople(users) });

    expect(isGone({ ...bob, email: 'ADA@example.com' })).toBe(true);
    expect(isGone({ ...ada }, bob)).toBe(false);
    expect(isGone(bob)).toBe(false);
  });
});
