import type { FastifyPluginAsync } from 'fastify';
import { type WorkDay, workDayOf } from '../../state/usage/work-day.ts';
import { requireKeyRole } from '../auth.ts';
import type { CoreWorld } from '../core-world.ts';
import { dateRangeOf, isGrouped } from './date-range.ts';
import { sendDayRows } from './json-stream.ts';
import { reportChangesOf } from './report-changes.ts';
import { type UsageView, usageView } from './usage-view.ts';

/** An analytics endpoint whose rows are made day by day. */
export interface DayEndpoint {
  readonly path: string;
  /** The one value of group_by; undefined where the document has none. */
  readonly groupBy: string | undefined;
  /** Makes the function that gives a day's rows for one request. Days come in ascending order. */
  rowsFor(request: DayRequest): (dayNumber: number) => readonly object[];
}

export interface DayRequest {
  readonly world: CoreWorld;
  readonly view: UsageView;
  readonly grouped: boolean;
}

/** The route of a day-by-day endpoint: roles, dates, group_by and meta are the same for all of them. */
export function dayRoutes(world: CoreWorld, endpoint: DayEndpoint): FastifyPluginAsync {
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

/** What everybody who was active did on a day. */
export function workOfDay({ world, view }: DayRequest, dayNumber: number): readonly WorkDay[] {
  return world.organization.members().flatMap((member) => {
    const spent = view.spentDay(member, dayNumber);
    return spent.credits === 0 ? [] : [workDayOf(spent)];
  });
}

/** The sum of a field over a day's work. */
export function sumOf(works: readonly WorkDay[], field: (work: WorkDay) => number): number {
  return works.reduce((sum, work) => sum + field(work), 0);
}
