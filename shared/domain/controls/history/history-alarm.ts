import { describeRanges, withoutRanges, type NumberRange } from './number-range.ts';

/** Something that a history of changes must not do, or that keeps it from being watched. */
export type HistoryAlarm =
  /** A revision is served with another content than before. */
  | {
      readonly kind: 'rewritten';
      readonly series: number;
      readonly revision: number;
      readonly digests: readonly string[];
    }
  /** Numbers between known revisions that no page has. */
  | { readonly kind: 'gap'; readonly series: number; readonly missing: readonly NumberRange[] }
  /** A revision that says it is older than the one before it. */
  | {
      readonly kind: 'went-back';
      readonly series: number;
      readonly revision: number;
      readonly updatedAt: string;
      readonly previousUpdatedAt: string;
    }
  /** Stored revisions that the platform does not serve any more. */
  | { readonly kind: 'shrank'; readonly series: number; readonly missing: readonly NumberRange[] }
  /** The platform counts from the beginning again. */
  | {
      readonly kind: 'restarted';
      readonly series: number;
      readonly knownThrough: number;
      readonly servedThrough: number;
    }
  /** A row of the history that cannot be read; its number where at least that can. */
  | { readonly kind: 'unreadable'; readonly series: number; readonly revision?: number; readonly problem: string }
  /** The history cannot be read at all. */
  | { readonly kind: 'unwatched'; readonly since: string; readonly problem: string };

/** One alarm as it was told last: told again when there is more to it, or when it comes back after it was over. */
export interface AlarmRecord {
  readonly alarmId: string;
  readonly alarm: HistoryAlarm;
  readonly phase: 'open' | 'over';
  /** ISO instant as of which this was told. */
  readonly at: string;
}

/** What makes two alarms the same matter. */
export function alarmIdOf(alarm: HistoryAlarm): string {
  switch (alarm.kind) {
    case 'rewritten':
    case 'went-back':
      return `${alarm.kind}/${alarm.series}/${alarm.revision}`;
    case 'gap':
    case 'shrank':
    case 'restarted':
      return `${alarm.kind}/${alarm.series}`;
    case 'unreadable':
      return `unreadable/${alarm.series}/${alarm.revision ?? 'unnumbered'}`;
    case 'unwatched':
      return 'unwatched';
  }
}

/** Tells whether somebody is to hear of an alarm, by what was told of the same matter before. */
export function isNews(alarm: HistoryAlarm, recorded: AlarmRecord | undefined): boolean {
  return recorded === undefined || recorded.phase === 'over' || saysMore(alarm, recorded.alarm);
}

function saysMore(alarm: HistoryAlarm, told: HistoryAlarm): boolean {
  switch (alarm.kind) {
    case 'rewritten':
      return told.kind === 'rewritten' && alarm.digests.some((digest) => !told.digests.includes(digest));
    case 'gap':
    case 'shrank':
      // Numbers that have come back make the matter smaller, and nobody hears of it again for that.
      return told.kind === alarm.kind && alarm.missing.some((range) => withoutRanges(range, told.missing).length > 0);
    case 'restarted':
      return told.kind === 'restarted' && told.knownThrough !== alarm.knownThrough;
    case 'unreadable':
      return told.kind === 'unreadable' && told.problem !== alarm.problem;
    case 'went-back':
    case 'unwatched':
      return false;
  }
}

/** The alarm in a sentence or two: what was seen, and what it may mean. */
export function describeAlarm(alarm: HistoryAlarm): string {
  switch (alarm.kind) {
    case 'rewritten':
      return `History rewritten: revision ${alarm.revision} is served with another content than when it was first read. Both contents are kept.`;
    case 'gap':
      return `Gap in the history: ${revisions(alarm.missing)} not served. A change may be hidden there; it is diffed as soon as it appears.`;
    case 'went-back':
      return `Time goes back: revision ${alarm.revision} says it was made at ${alarm.updatedAt}, before the revision that precedes it (${alarm.previousUpdatedAt}).`;
    case 'shrank':
      return `The history shrank: ${revisions(alarm.missing)} not served any more. What was stored of them is kept.`;
    case 'restarted':
      return `The numbering restarted: the history went through revision ${alarm.knownThrough} and now ends at revision ${alarm.servedThrough}. The new revisions are kept beside the old ones.`;
    case 'unreadable':
      return `${alarm.revision === undefined ? 'A row of the history without a number' : `Revision ${alarm.revision}`} cannot be read: ${alarm.problem}. What it changed is not known.`;
    case 'unwatched':
      return `The controls have not been watched since ${alarm.since}: ${alarm.problem}`;
  }
}

function revisions(ranges: readonly NumberRange[]): string {
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.through;
  return `${isOne ? 'revision' : 'revisions'} ${describeRanges(ranges)} ${isOne ? 'is' : 'are'}`;
}
