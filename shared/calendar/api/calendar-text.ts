import ical from 'ical-generator';

import { cleanText } from '../../kernel/texts/plain-text.ts';
import { addDays } from '../../kernel/time/day.ts';
import type { CalendarEvent } from '../calendar.ts';

/** The text of a calendar as iCalendar (RFC 5545), written at a moment in Unix milliseconds. */
export function calendarText(events: readonly CalendarEvent[], nowMs: number): string {
  const calendar = ical({ name: 'Curfew', prodId: { company: 'Curfew', product: 'Curfew' } });
  for (const { uid, day, title, details } of events) {
    calendar.createEvent({
      id: `${uid}@curfew`,
      start: new Date(day),
      end: new Date(addDays(day, 1)),
      allDay: true,
      stamp: new Date(nowMs),
      summary: cleanText(title),
      ...(details !== '' && { description: cleanText(details) }),
    });
  }
  return `${calendar.toString()}\r\n`;
}
