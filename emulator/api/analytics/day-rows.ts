import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import type { FastifyPluginAsync, FastifyReply } from 'fastify';

import type { SpentDay } from '../../state/usage/model-shares.ts';
import { type WorkDay, workDayOf } from '../../state/usage/work-day.ts';
import { requireKeyRole } from '../auth.ts';
import type { World } from '../world.ts';
import { dateRangeOf, isGrouped, type DateRange } from './date-range.ts';
import { reportChangesOf, type UsageView, usageView } from './usage-view.ts';

/** An analytics endpoint whose rows are made day by day. */
export interface DayEndpoint {
  readonly path: string;
  /** The one value of group_by; undefined where the document has none. */
  readonly groupBy: string | undefined;
  /** Makes the function that gives a day's rows for one request. Days come in ascending order. */
  rowsFor(request: DayRequest): (dayNumber: number) => readonly object[];
}

export interface DayRequest {
  readonly world: World;
  readonly view: UsageView;
  readonly grouped: boolean;
}

/** The route of a day-by-day endpoint: roles, dates, group_by and meta are the same for all of them. */
export function dayRoutes(world: World, endpoint: DayEndpoint): FastifyPluginAsync {
  return async (app) => {
    app.get(endpoint.path, { preHandler: requireKeyRole('owner', 'manager') }, (request, reply) => {
      const range = dateRangeOf(request.query, world.clock.now());
      const grouped = isGrouped(request.query, endpoint.groupBy);
      const view = usageView(world, reportChangesOf(request));
      const rowsOf = endpoint.rowsFor({ world, view, grouped });
      const days = view.reportedDays(range.days);
      return sendDayRows(reply, { range, days }, (day) => rowsOf(day).map((row) => JSON.stringify(row)));
    });
  };
}

/** What everybody who was active spent on a day. */
export function spentOnDay({ world, view }: DayRequest, dayNumber: number): readonly SpentDay[] {
  return world.organization
    .members()
    .map((member) => view.spentDay(member, dayNumber))
    .filter(({ credits }) => credits > 0);
}

/** What everybody who was active did on a day. */
export function workOfDay(request: DayRequest, dayNumber: number): readonly WorkDay[] {
  return spentOnDay(request, dayNumber).map(workDayOf);
}

/** The sum of a field over all of a day. */
export function sumOf<T>(items: readonly T[], field: (item: T) => number): number {
  return items.reduce((sum, item) => sum + field(item), 0);
}

/**
 * Answers an analytics request day by day, so that an answer of any length needs the memory of one day.
 * `rowsOf` makes the JSON texts of one day's rows.
 */
function sendDayRows(
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
