import type { Severity } from '../../notifications/severity.ts';
import { describeRanges, withoutRanges, type NumberRange } from './number-range.ts';

export type HistoryAlarm =
  | {
      readonly kind: 'rewritten';
      readonly series: number;
      readonly revision: number;
      readonly digests: readonly string[];
      /** Found together with a change of the revisions table, which may be where the contents differ. */
      readonly isTableChanged?: true;
    }
  | { readonly kind: 'gap'; readonly series: number; readonly missing: readonly NumberRange[] }
  | {
      readonly kind: 'went-back';
      readonly series: number;
      readonly revision: number;
      readonly updatedAt: string;
      readonly previousUpdatedAt: string;
    }
  | {
      readonly kind: 'shrank';
      readonly series: number;
      readonly missing: readonly NumberRange[];
      readonly isEmpty?: true;
    }
  | {
      readonly kind: 'restarted';
      readonly series: number;
      readonly knownThrough: number;
      readonly servedThrough: number;
    }
  | { readonly kind: 'unreadable'; readonly series: number; readonly revision?: number; readonly problem: string }
  | { readonly kind: 'unwatched'; readonly since: string; readonly problem: string };

/** An alarm's severity and name, which contains no value of a setting. */
export const alarmTerms: Readonly<Record<HistoryAlarm['kind'], readonly [Severity, string]>> = {
  rewritten: ['critical', 'history of the controls rewritten'],
  shrank: ['high', 'history of the controls shrank'],
  restarted: ['high', 'history of the controls counts anew'],
  gap: ['high', 'gap in the history of the controls'],
  'went-back': ['medium', 'time goes back in the history of the controls'],
  unreadable: ['high', 'a change of the controls cannot be read'],
  unwatched: ['high', 'the controls cannot be watched'],
};

export const alarmKinds = Object.keys(alarmTerms) as readonly HistoryAlarm['kind'][];

/** Returns the numbers of its series that an alarm reports as not read. */
export function missingIn(alarm: HistoryAlarm): readonly NumberRange[] {
  switch (alarm.kind) {
    case 'gap':
    case 'shrank':
      return alarm.missing;
    case 'unreadable':
      return alarm.revision === undefined ? [] : [{ from: alarm.revision, through: alarm.revision }];
    case 'rewritten':
    case 'went-back':
    case 'restarted':
    case 'unwatched':
      return [];
  }
}

/** The stored form from before alarms were conditions. */
export interface AlarmRecord {
  readonly alarmId: string;
  readonly alarm: HistoryAlarm;
  readonly phase: 'open' | 'over';
  readonly at: string;
}

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

export function saysMore(alarm: HistoryAlarm, said: HistoryAlarm): boolean {
  switch (alarm.kind) {
    case 'rewritten':
      return said.kind === 'rewritten' && alarm.digests.some((digest) => !said.digests.includes(digest));
    case 'gap':
    case 'shrank':
      // Numbers that have come back make the gap smaller, which is no news.
      return said.kind === alarm.kind && alarm.missing.some((range) => withoutRanges(range, said.missing).length > 0);
    case 'restarted':
      return said.kind === 'restarted' && said.knownThrough !== alarm.knownThrough;
    case 'unreadable':
      return said.kind === 'unreadable' && said.problem !== alarm.problem;
    case 'went-back':
    case 'unwatched':
      return false;
  }
}

/** Returns a text that differs between alarms with one id if one says more than the other. */
export function formOf(alarm: HistoryAlarm): string {
  switch (alarm.kind) {
    case 'rewritten':
      return alarm.digests.at(-1) ?? '';
    case 'gap':
    case 'shrank':
      return alarm.missing.map(({ from, through }) => `${from}-${through}`).join(',');
    case 'restarted':
      return `${alarm.knownThrough}`;
    case 'unreadable':
      return alarm.problem;
    case 'went-back':
    case 'unwatched':
      return 'seen';
  }
}

/** Describes an alarm in one or two sentences: what was seen, and what it may mean. */
export function describeAlarm(alarm: HistoryAlarm): string {
  switch (alarm.kind) {
    case 'rewritten':
      return alarm.isTableChanged === true
        ? `Revision ${alarm.revision} is stored with another content than the platform serves. Our own table was changed, so this need not be a rewriting of the platform’s. Both contents are kept.`
        : `History rewritten: revision ${alarm.revision} is served with another content than when it was first read. Both contents are kept.`;
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
