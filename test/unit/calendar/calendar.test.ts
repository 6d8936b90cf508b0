import { expect, test } from 'vitest';

import { calendarText } from '../../../shared/calendar/api/calendar-text.ts';
import { calendarEvents, type CalendarFacts } from '../../../shared/calendar/calendar.ts';

const facts: CalendarFacts = {
  budgets: [
    { scope: 'org', window: 'month', to: undefined, windowThrough: '2026-03-31' },
    { scope: 'team:web', window: 'month', to: '2026-06-30', windowThrough: '2026-03-31' },
    { scope: 'default', window: 'day', to: undefined, windowThrough: '2026-03-15' },
    { scope: 'team:late', window: 'week', to: undefined, windowThrough: null },
  ],
  topUps: [{ id: 't1', scope: 'team:web', credits: 5_000, to: '2026-03-20', reason: 'Launch; "big"\nBEGIN:VEVENT' }],
  exemptions: [],
  exceptions: [{ id: 'x1', path: 'sandbox.enabled', until: '2026-03-25', reason: 'Trial' }],
};

test('budgets that reset together are one event, what ends has its last day, and daily resets are left out', () => {
  expect(calendarEvents(facts).map(({ uid, day }) => [uid, day])).toEqual([
    ['top-up-t1', '2026-03-20'],
    ['exception-x1', '2026-03-25'],
    ['reset-month-2026-04-01', '2026-04-01'],
    ['budget-team:web-month-2026-06-30', '2026-06-30'],
  ]);
});

test('an event is a whole UTC day under a name that stays, and no text begins a line of its own', () => {
  const written = calendarText(calendarEvents(facts), Date.parse('2026-03-15T10:00:00Z'));
  const lines = written.replaceAll('\r\n ', '').split('\r\n');

  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(4);
  expect(lines).toContain('UID:top-up-t1@curfew');
  expect(lines).toContain('DTSTART;VALUE=DATE:20260320');
  expect(lines).toContain('DTEND;VALUE=DATE:20260321');
  expect(lines).toContain(String.raw`DESCRIPTION:5\,000 credits: Launch\; "big" BEGIN:VEVENT`);
  expect(written.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
});
