import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideDelivery, dueAtMs, type DeliveryWishes } from '../../../../shared/domain/alerts/delivery.ts';
import { severities } from '../../../../shared/domain/alerts/severity.ts';

const at = '2026-03-10T02:30:00.000Z';

function dueAt(severity: (typeof severities)[number], wishes: DeliveryWishes): string {
  return new Date(dueAtMs({ at, severity }, wishes)).toISOString();
}

describe('a notice', () => {
  test('goes out with its run when nothing else is wished for', () => {
    expect(dueAt('info', {})).toBe(at);
  });

  test('waits for the end of the quiet hours, those over midnight too', () => {
    expect(dueAt('high', { quietHours: { fromHour: 22, untilHour: 7 } })).toBe('2026-03-10T07:00:00.000Z');
    expect(dueAt('high', { quietHours: { fromHour: 2, untilHour: 3 } })).toBe('2026-03-10T03:00:00.000Z');
    expect(dueAt('high', { quietHours: { fromHour: 12, untilHour: 14 } })).toBe(at);
  });

  test('waits for the digest when it matters less than the recipient wants at once', () => {
    const wishes: DeliveryWishes = { digest: { below: 'medium', hour: 8 } };

    expect(dueAt('low', wishes)).toBe('2026-03-10T08:00:00.000Z');
    expect(dueAt('medium', wishes)).toBe(at);
    expect(dueAt('low', { digest: { below: 'medium', hour: 1 } })).toBe('2026-03-11T01:00:00.000Z');
  });

  test('goes at once when it is critical', () => {
    const wishes: DeliveryWishes = {
      quietHours: { fromHour: 0, untilHour: 12 },
      digest: { below: 'critical', hour: 9 },
    };

    expect(dueAt('critical', wishes)).toBe(at);
  });

  test('is never lost: two days later it is due for sure, outside the quiet hours', () => {
    const hour = fc.integer({ min: 0, max: 23 });
    const wish = fc.record({ from: hour, until: hour, digest: hour, severity: fc.constantFrom(...severities) });
    fc.assert(
      fc.property(wish, ({ from, until, digest, severity }) => {
        const wishes: DeliveryWishes = {
          quietHours: { fromHour: from, untilHour: until },
          digest: { below: 'high', hour: digest },
        };

        const dueMs = dueAtMs({ at, severity }, wishes);

        expect(dueMs).toBeGreaterThanOrEqual(Date.parse(at));
        expect(dueMs).toBeLessThanOrEqual(Date.parse(at) + 48 * 3_600_000);
      }),
    );
  });
});

test('what is owed is split into what is due and what waits, and nothing falls between', () => {
  const notices = severities.map((severity) => ({
    noticeId: severity,
    recipient: 'a@example.com',
    role: 'owner' as const,
    severity,
    at,
    askWhom: [],
    event: { kind: 'use-reset' } as never,
  }));

  const { due, later } = decideDelivery(notices, { quietHours: { fromHour: 0, untilHour: 7 } }, Date.parse(at));

  expect(due.map(({ severity }) => severity)).toEqual(['critical']);
  expect(later.map(({ severity }) => severity)).toEqual(['high', 'medium', 'low', 'info']);
});
