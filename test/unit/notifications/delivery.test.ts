import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  decideDelivery,
  decideSummaryMail,
  deliveryMoment,
  type DeliveryRules,
  type DigestRule,
  type QuietHours,
} from '../../../shared/notifications/delivery.ts';
import type { ConditionNotification } from '../../../shared/notifications/notification.ts';
import { severities, type Severity } from '../../../shared/notifications/severity.ts';
import { hourMs } from '../../world/virtual-clock.ts';

/** A Tuesday. */
const at = '2026-03-10T02:30:00.000Z';
const ada = 'ada@example.com';
const everyDay = [1, 2, 3, 4, 5, 6, 7];

function aNotification(over: Partial<ConditionNotification> = {}): ConditionNotification {
  const event = { kind: 'use-reset' } as never;
  return {
    kind: 'condition',
    notificationId: 'n-1',
    recipient: ada,
    role: 'owner',
    severity: 'low',
    at,
    askWhom: [],
    event,
    ...over,
  };
}

function quiet(over: Partial<QuietHours> = {}): DeliveryRules {
  const hours: QuietHours = {
    severities: ['high', 'medium', 'low', 'info'],
    timeZone: 'UTC',
    days: everyDay,
    from: '22:00',
    until: '07:00',
    ...over,
  };
  return { quietHours: [hours], digest: [] };
}

function digest(over: Partial<DigestRule> = {}): DeliveryRules {
  const rule: DigestRule = { severities: ['low', 'info'], timeZone: 'UTC', days: everyDay, at: '08:00', ...over };
  return { quietHours: [], digest: [rule] };
}

/** The first of the hourly runs that tells a notification. */
function toldAt(notification: ConditionNotification, rules: DeliveryRules): string | undefined {
  for (let hour = 0; hour < 24 * 9; hour += 1) {
    const nowMs = Date.parse(notification.at) + hour * hourMs;
    if (decideDelivery([notification], deliveryMoment(rules, nowMs)).due.length > 0) {
      return new Date(nowMs).toISOString();
    }
  }
  return undefined;
}

describe('a notification', () => {
  test('goes out with its run when there are no rules', () => {
    expect(toldAt(aNotification(), { quietHours: [], digest: [] })).toBe(at);
  });

  test.for([
    ['those over midnight too', {}, '2026-03-10T07:30:00.000Z'],
    ['to the minute', { from: '02:00', until: '02:45' }, '2026-03-10T03:30:00.000Z'],
    ['by the clock of the time zone', { timeZone: 'America/New_York', from: '20:00' }, '2026-03-10T11:30:00.000Z'],
    ['unless they are at another hour', { from: '12:00', until: '14:00' }, at],
    ['unless they are on another day', { days: [5] }, at],
    ['unless they are those of somebody else', { recipients: ['bob@example.com'] }, at],
    ['when they are its own', { recipients: ['ADA@example.com'] }, '2026-03-10T07:30:00.000Z'],
    ['unless it matters more than what they hold', { severities: ['info'] }, at],
  ] as const)('waits for the end of the quiet hours, %s', ([, hours, expected]) => {
    expect(toldAt(aNotification(), quiet(hours))).toBe(expected);
  });

  test.for([
    ['the same day', {}, '2026-03-10T08:30:00.000Z'],
    ['the next day when that of today is over', { at: '01:00' }, '2026-03-11T01:30:00.000Z'],
    ['a week long', { days: [1] }, '2026-03-16T08:30:00.000Z'],
    ['by the clock of the time zone', { timeZone: 'Asia/Kathmandu', at: '08:30' }, '2026-03-10T03:30:00.000Z'],
    ['unless it matters more', { severities: ['info'] }, at],
  ] as const)('waits for the digest, %s', ([, rule, expected]) => {
    expect(toldAt(aNotification(), digest(rule))).toBe(expected);
  });

  test('that is ready for its digest in quiet hours waits for their end', () => {
    const rules = { ...digest({ at: '06:00' }), quietHours: quiet().quietHours };

    expect(toldAt(aNotification(), rules)).toBe('2026-03-10T07:30:00.000Z');
  });

  test('follows the rule that names its recipient, not the one for everybody', () => {
    const named = quiet({ recipients: [ada], from: '02:00', until: '03:00' }).quietHours;
    const rules = { quietHours: [...quiet().quietHours, ...named], digest: [] };

    expect(toldAt(aNotification(), rules)).toBe('2026-03-10T03:30:00.000Z');
    expect(toldAt(aNotification({ recipient: 'bob@example.com' }), rules)).toBe('2026-03-10T07:30:00.000Z');
  });

  test('of a run as of a later moment waits for no digest', () => {
    const later = aNotification({ at: '2027-01-01T02:30:00.000Z' });

    const { due } = decideDelivery([later], deliveryMoment(digest(), Date.parse(at)));

    expect(due).toEqual([later]);
  });

  test('is notified within eight days whatever the rules, and at once when it is critical', () => {
    const time = fc.integer({ min: 0, max: 95 }).map((quarter) => {
      const [hour, minute] = [Math.floor(quarter / 4), (quarter % 4) * 15];
      return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
    });
    const rule = fc.record({
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu'),
      days: fc.subarray(everyDay, { minLength: 1 }),
      from: time,
      until: time,
      at: time,
    });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 3 }), fc.constantFrom(...severities), (rules, severity) => {
        const told = toldAt(aNotification({ severity }), {
          quietHours: rules.flatMap((each) => quiet(each).quietHours),
          digest: rules.flatMap((each) => digest(each).digest),
        });

        expect(told).toBeDefined();
        expect(severity !== 'critical' || told === at).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

test('what is owed is split into what is due, what is quiet and what waits for a digest', () => {
  const notifications = severities.map((severity) => aNotification({ notificationId: severity, severity }));
  const rules = { ...digest({ severities: ['info'] }), quietHours: quiet().quietHours };

  const { due, quiet: held, later } = decideDelivery(notifications, deliveryMoment(rules, Date.parse(at)));

  expect(due.map(({ severity }) => severity)).toEqual(['critical']);
  expect(held.map(({ severity }) => severity)).toEqual(['high', 'medium', 'low']);
  expect(later.map(({ severity }) => severity)).toEqual(['info']);
});

describe('the mail about a night', () => {
  const about = { recipient: ada, severity: 'info' } as const;
  const nightly = (pending: readonly Severity[], rules: DeliveryRules) =>
    decideSummaryMail(about, {
      pending: pending.map((severity) => aNotification({ notificationId: severity, severity })),
      moment: deliveryMoment(rules, Date.parse(at)),
    });

  test('waits for the end of the quiet hours, and reports what waits for the same', () => {
    const { notifications, notBefore } = nightly(['high', 'low'], quiet());

    expect(notBefore).toBe('2026-03-10T07:00:00.000Z');
    expect(notifications.map(({ severity }) => severity)).toEqual(['high', 'low']);
  });

  test('goes at once with what is critical, and without what can wait', () => {
    const { notifications, notBefore } = nightly(['critical', 'low'], quiet());

    expect(notBefore).toBeUndefined();
    expect(notifications.map(({ severity }) => severity)).toEqual(['critical']);
  });

  test('goes at once outside of quiet hours, without what waits for a digest', () => {
    const { notifications, notBefore } = nightly(['high', 'low'], digest());

    expect(notBefore).toBeUndefined();
    expect(notifications.map(({ severity }) => severity)).toEqual(['high']);
  });
});
