import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { DateRange } from './date-range.ts';

/**
 * Answers an analytics request day by day, so that an answer of any length needs the memory of one day.
 * `rowsOf` makes the JSON texts of one day's rows.
 */
export function sendDayRows(
  reply: FastifyReply,
  { range, days }: { readonly range: DateRange; readonly days: readonly number[] },
  rowsOf: (dayNumber: number) => readonly string[],
): FastifyReply {
  async function* chunks(): AsyncGenerator<string> {
    yield '{"data":[';
    let separator = '';
    for (const day of days) {
      const rows = rowsOf(day);
      if (rows.length > 0) {
        yield separator + rows.join(',');
        separator = ',';
      }
      // A day of a large organization takes a while; other calls get their turn in between.
      await setImmediate();
    }
    yield `],"meta":${JSON.stringify(metaOf(range))}}`;
  }
  return reply.type('application/json; charset=utf-8').send(Readable.from(chunks(), { objectMode: false }));
}

/** platform-api.md, "Analytics common rules": the meta fields of every analytics answer. */
export function metaOf(range: DateRange): { org_id: string; start_date: string; end_date: string } {
  return { org_id: ORGANIZATION_ID, start_date: range.startDate, end_date: range.endDate };
}

/** The emulator is one organization, whatever its seed. */
const ORGANIZATION_ID = 'org_emulated';
