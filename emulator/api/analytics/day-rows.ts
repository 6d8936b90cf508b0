import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import type { FastifyPluginAsync, FastifyReply } from 'fastify';

import type { SpentDay } from '../../state/usage/model-shares.ts';
import { type WorkDay, workDayOf } from '../../state/usage/work-day.ts';
import { requireKeyRole } from '../auth.ts';
import type { World } from '../world.ts';
import { dateRangeOf, isGrouped, type DateRange } from './date-range.ts';
import { reportChangesOf, type UsageView, usageView } from './usage-view.ts';

export interface DayEndpoint {
  readonly path: string;
  /** The only value of group_by; undefined where the document has none. */
  readonly groupBy: string | undefined;
  rowsFor(request: DayRequest): (dayNumber: number) => readonly object[];
}

export interface DayRequest {
  readonly world: World;
  readonly view: UsageView;
  readonly grouped: boolean;
}

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

export function spentOnDay({ world, view }: DayRequest, dayNumber: number): readonly SpentDay[] {
  return world.organization
    .members()
    .map((member) => view.spentDay(member, dayNumber))
    .filter(({ credits }) => credits > 0);
}

export function workOfDay(request: DayRequest, dayNumber: number): readonly WorkDay[] {
  return spentOnDay(request, dayNumber).map(workDayOf);
}

export function sumOf<T>(items: readonly T[], field: (item: T) => number): number {
  return items.reduce((sum, item) => sum + field(item), 0);
}

/** Streams an analytics answer day by day, in one day's memory. `rowsOf` returns the JSON texts of a day's rows. */
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
      // A large organization's day takes a while; yield to other calls.
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

const ORGANIZATION_ID = 'org_emulated';
