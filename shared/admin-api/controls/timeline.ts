import { readTimeline } from '../../application/queries/read-timeline.ts';
import type { controlsContract } from '../../contracts/admin-api/contracts/controls-contract.ts';
import type { TimelineFilter } from '../../domain/controls/timeline-filter.ts';
import { counted } from '../../domain/texts/counted.ts';
import type { Operations } from '../operation.ts';
import { Problem } from '../problem.ts';
import { periodOf } from './period-of.ts';
import { asServed, revisionRules } from './stored-controls.ts';

const rowsUsual = 50;
const rowsMax = 200;

/** The timeline of the controls: it is read from its end, and only as far as a page needs. */
export const listedTimeline: Operations<typeof controlsContract>['listTimeline'] = async (
  { installation, nowMs },
  { cursor, limit = rowsUsual, from, to, ...wanted },
) => {
  const before = cursor === undefined ? undefined : placeIn(cursor);
  const { found, next } = await readTimeline(asServed(installation), revisionRules(installation), {
    filter: wanted satisfies TimelineFilter,
    period: periodOf({ from, to }),
    ...(before !== undefined && { before }),
    countMax: Math.min(limit, rowsMax),
    atMs: nowMs,
  });
  return {
    document: { rows: found, next: next === undefined ? null : `${next.series}-${next.revision}` },
    text: () => counted(found.length, 'revision'),
  };
};

function placeIn(cursor: string): { readonly series: number; readonly revision: number } {
  const [, series, revision] = /^(\d{1,9})-(\d{1,15})$/u.exec(cursor) ?? [];
  if (series === undefined || revision === undefined) {
    const problem = 'is none that was given out; begin with the first page';
    throw new Problem('invalid-input', `cursor ${problem}`, { fields: [{ field: 'cursor', problem }] });
  }
  return { series: Number(series), revision: Number(revision) };
}
