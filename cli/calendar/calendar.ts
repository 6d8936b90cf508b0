import ical from 'ical-generator';

import { budgetRecord } from '../../shared/budgets/contract/budget.ts';
import { type CalendarEvent, calendarEvents } from '../../shared/calendar/calendar.ts';
import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import { Problem } from '../../shared/kernel/api/problem.ts';
import { cleanText } from '../../shared/kernel/texts/plain-text.ts';
import { addDays } from '../../shared/kernel/time/day.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { writeWhole } from '../frame/files/write-file.ts';
import { termsOf, textIn } from '../records/record-rows.ts';

/** `calendar`: what the caller may see of coming resets and ends, as iCalendar (RFC 5545). */
export async function writeCalendar(context: CommandContext, out: string | undefined): Promise<ExitCode> {
  const events = await withApi(context, readEvents);
  const text = calendarText(events, context.io.now());
  if (out !== undefined) {
    writeWhole(out, text);
    context.print({ json: { events, out }, text: `${events.length} events were written to ${out}.` });
  } else if (context.options.json === true) {
    context.print({ json: { events }, text: '' });
  } else {
    context.io.writeOut(text);
  }
  return exitCodes.done;
}

async function readEvents(api: ApiClient): Promise<readonly CalendarEvent[]> {
  const [budgets, topUps, exemptions, exceptions] = await Promise.all([
    api.read('listBudgets', {}),
    api.read('listTopUps', {}),
    api.read('listExemptions', {}),
    api.read('listExceptions', {}).catch(nothingAllowed),
  ]);
  return calendarEvents({
    budgets: budgets.document.rows.map((row) => ({
      scope: textIn(row, 'scope'),
      window: termsOf(budgetRecord, row).window,
      to: termsOf(budgetRecord, row).to,
      windowThrough: row.windowThrough,
    })),
    topUps: topUps.document.rows.filter(isInForce).map((row) => ({
      id: row.id,
      scope: textIn(row, 'scope'),
      credits: Number(textIn(row, 'credits')),
      to: textIn(row, 'to'),
      reason: textIn(row, 'reason'),
    })),
    exemptions: exemptions.document.rows.filter(isInForce).map((row) => ({
      id: row.id,
      email: textIn(row, 'email'),
      until: textIn(row, 'until'),
      reason: textIn(row, 'reason'),
    })),
    exceptions: exceptions.document.rows.filter(isInForce).map((row) => ({
      id: textIn(row, 'id'),
      path: textIn(row, 'path'),
      until: textIn(row, 'expires'),
      reason: textIn(row, 'reason'),
    })),
  });
}

function isInForce({ status }: { readonly status?: unknown }): boolean {
  return status === 'in-force' || status === 'upcoming';
}

/** Exceptions of controls are for those who may read everything. */
function nothingAllowed(error: unknown): { readonly document: { readonly rows: readonly never[] } } {
  if (error instanceof Problem && error.kind === 'not-allowed') {
    return { document: { rows: [] } };
  }
  throw error;
}

/** The text of a calendar, written at a moment in Unix milliseconds. */
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
