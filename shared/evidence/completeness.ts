import { describeSpan } from '../controls/findings/finding.ts';
import { countIn, describeRanges, rangesOf, withoutRanges } from '../controls/history/number-range.ts';
import { counted } from '../kernel/texts/amounts.ts';
import type { DayRange } from '../kernel/time/day.ts';
import type { Link } from './chain.ts';
import { isMadeIn, type EvidencedStep } from './evidenced-step.ts';

/** Says whether the chain has every revision of a period; a missing number at the edge may belong to it. */
export function countRevisions(steps: readonly EvidencedStep[], period: DayRange): readonly string[] {
  const bySeries = Map.groupBy(steps, ({ series }) => series);
  const counts = [...bySeries].map(([series, ofSeries]) => countSeries(series, ofSeries, period));
  const made = counts.filter(({ isMade }) => isMade).map(({ sentence }) => sentence);
  return made.length > 0 ? made : [counts.at(-1)?.sentence ?? 'No revision is on record.'];
}

function countSeries(series: number, steps: readonly EvidencedStep[], period: DayRange) {
  const numbers = (isWanted: (step: EvidencedStep) => boolean): readonly number[] => [
    ...new Set(steps.filter(isWanted).map(({ revision }) => revision)),
  ];
  const all = numbers((step) => step.place !== undefined);
  const made = numbers((step) => isMadeIn(period, step)).toSorted((a, b) => a - b);
  const [first, last] = [made[0], made.at(-1)];
  const numbering = series === 1 ? '' : ` of numbering ${series}`;
  if (first === undefined || last === undefined) {
    return { isMade: false, sentence: `No revision${numbering} was made in the period.` };
  }
  const below = Math.max(...all.filter((number) => number < first), -1);
  const above = Math.min(...all.filter((number) => number > last), last + 1);
  const around = { from: below === -1 ? first : below, through: above };
  const missing = withoutRanges(around, rangesOf([...all, last + 1]));
  const named = first === last ? `Revision ${first}` : `Revisions ${first} to ${last}`;
  const gap = missing.length === 0 ? 'none missing' : `missing: ${describeRanges(missing, 20)}`;
  const count = countIn(missing) === 0 ? '' : ` (${counted(countIn(missing), 'number')})`;
  return { isMade: true, sentence: `${named}${numbering}, ${gap}${count}.` };
}

const longMs = 60 * 60_000;
const unwatchedMax = 20;

/** Counts the heartbeats of a period, and finds gaps. `until`: ISO instant of the export. */
export function countRuns(links: readonly Link[], { from, through }: DayRange, until: string) {
  const beganMs = Date.parse(links[0]?.at ?? until);
  const startMs = Math.max(Date.parse(`${from}T00:00:00Z`), beganMs);
  const endMs = Math.min(Date.parse(`${through}T00:00:00Z`) + 24 * longMs, Date.parse(until));
  const beats = links.filter(({ kind }) => kind === 'run').map(({ at }) => Date.parse(at));
  const inside = beats.filter((atMs) => startMs <= atMs && atMs < endMs).toSorted((a, b) => a - b);
  const edges = [startMs, ...inside, endMs];
  const spans = edges
    .slice(1)
    .map((edge, index) => ({ fromMs: edges[index] ?? edge, spanMs: edge - (edges[index] ?? edge) }));
  const long = spans.filter(({ spanMs }) => spanMs > longMs).toSorted((a, b) => b.spanMs - a.spanMs);
  const longest = spans.reduce((max, { spanMs }) => Math.max(max, spanMs), 0);
  const began = startMs === beganMs ? `Watching began at ${new Date(beganMs).toISOString()}. ` : '';
  const sentence =
    inside.length === 0
      ? `${began}No run of the watcher is on record in the period.`
      : `${began}${counted(inside.length, 'run')} of the watcher; the longest time without one: ${describeSpan(longest)}.`;
  return {
    unwatched: long.slice(0, unwatchedMax).map(({ fromMs, spanMs }) => ({
      from: new Date(fromMs).toISOString(),
      until: new Date(fromMs + spanMs).toISOString(),
    })),
    sentence,
  };
}
