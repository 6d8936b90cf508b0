import { catalogue } from '../../control-diff/catalogue/catalogue.ts';
import { compareControls, controlNames } from '../../control-diff/catalogue/control-names.ts';
import type { Direction } from '../../controls/control-change.ts';
import { describeSpan } from '../../controls/findings/finding.ts';
import { countIn, describeRanges, rangesOf, withoutRanges } from '../../controls/history/number-range.ts';
import { canonicalJson, type Json } from '../../controls/json.ts';
import { counted, grouped } from '../../kernel/texts/amounts.ts';
import type { DayRange } from '../../kernel/time/day.ts';
import { severities } from '../../notifications/severity.ts';
import type { Link } from '../chain.ts';
import type { EvidenceRecord } from '../evidence-record.ts';
import { type EvidencedStep, isMadeIn } from '../evidenced-step.ts';
import { describeVerdict } from '../verify-chain.ts';
import {
  calledAs,
  changeRow,
  type ChangeRow,
  type ListedChange,
  listedChanges,
  type ListedChanges,
  loosenings,
} from './change-row.ts';
import { describeFilter } from './evidence-filter.ts';

/** Says whether the chain has every revision of a period; a missing number at the edge may belong to it. */
function countRevisions(steps: readonly EvidencedStep[], period: DayRange): readonly string[] {
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
function countRuns(links: readonly Link[], { from, through }: DayRange, until: string) {
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

const revisionsMax = 100;

interface ControlRow {
  readonly framework: string;
  readonly control: string;
  readonly name: string;
  readonly settings: readonly string[];
  readonly changes: number;
  readonly loosened: number;
  readonly openLoosenings: number;
  readonly revisions: readonly string[];
}

/** Returns every control that settings relate to, with its listed changes, even if there are none. */
function controlIndex(rows: readonly ChangeRow[]): readonly ControlRow[] {
  const ids = new Set([...Object.keys(controlNames), ...rows.flatMap(({ controlIds }) => controlIds)]);
  return [...ids].toSorted(compareControls).map((control) => {
    const own = rows.filter(({ controlIds }) => controlIds.includes(control));
    const loosened = own.filter(({ status }) => status !== null);
    const known = Object.hasOwn(controlNames, control) ? controlNames[control] : undefined;
    return {
      framework: known?.framework ?? 'of an earlier catalogue',
      control,
      name: known?.name ?? '',
      settings: settingsUnder(control),
      changes: own.length,
      loosened: loosened.length,
      openLoosenings: loosened.filter(({ status }) => status === 'open').length,
      revisions: [...new Set(own.map(({ revision }) => String(revision)))].slice(-revisionsMax),
    };
  });
}

function settingsUnder(control: string): readonly string[] {
  const own = catalogue.filter(({ controlIds }) => controlIds.includes(control));
  return [...new Set(own.map(({ field }) => /^[^.[]+/u.exec(field)?.[0] ?? field))];
}

export interface ReportRows {
  readonly facts: readonly FactRow[];
  readonly loosenings: readonly ChangeRow[];
  readonly changes: readonly ChangeRow[];
  readonly controls: readonly ControlRow[];
  readonly settings: readonly SettingsRow[];
  readonly decisions: readonly ReturnType<typeof decisionRow>[];
  readonly omitted: number;
}

interface FactRow {
  readonly fact: string;
  readonly text: string;
}

type SettingsRow = ReturnType<typeof settingsRow>;

export function reportRows(record: EvidenceRecord): ReportRows {
  const all = listedChanges(record);
  const changes = all.listed.map(changeRow);
  return {
    facts: factsOf(record, all),
    loosenings: loosenings(changes),
    changes,
    controls: controlIndex(changes),
    settings: settingsOf(record),
    decisions: record.links.filter(({ kind }) => !['judged', 'revision', 'run'].includes(kind)).map(decisionRow),
    omitted: all.omitted,
  };
}

function factsOf(record: EvidenceRecord, { listed, omitted }: ListedChanges): readonly FactRow[] {
  const { period, filter, exportedAt, origin, verdict, steps, links } = record;
  const watch = countRuns(links, period, exportedAt);
  const unwatched = watch.unwatched.map(({ from, until }) => `\nNo run watched from ${from} until ${until}.`);
  const described = describeFilter(filter);
  const onExport = listed.filter(({ step }) => step.judged === 'on-export').length;
  return [
    { fact: 'Period', text: `${period.from} to ${period.through}, days in UTC, by when a change was made` },
    { fact: 'Organization', text: origin.organization === '' ? 'not named' : origin.organization },
    { fact: 'Platform', text: origin.platform === '' ? 'not known' : origin.platform },
    { fact: 'Exported', text: `${exportedAt} by ${origin.exportedBy}` },
    {
      fact: 'Approved changers',
      text: origin.approvedChangers.length === 0 ? 'No one is named.' : origin.approvedChangers.join(', '),
    },
    {
      fact: 'Listed',
      text: described === '' ? 'every change' : `only ${described}; changes of the period left out: ${omitted}`,
    },
    {
      fact: 'Is a revision missing?',
      text: countRevisions(steps, period).join(' '),
    },
    { fact: 'Did someone watch?', text: `${watch.sentence}${unwatched.join('')}` },
    { fact: 'Is the chain whole?', text: describeVerdict(verdict) },
    { fact: 'Changes', text: describeChanges(listed) },
    { fact: 'Loosenings', text: describeLoosenings(listed) },
    { fact: 'Authorized', text: describeAuthorized(listed) },
    {
      fact: 'Judged',
      text:
        onExport === 0
          ? 'Every change as it was judged when it was noticed, by the rule that it names.'
          : `When this was exported, since the chain does not judge them: ${onExport}. When they were noticed: ${listed.length - onExport}.`,
    },
  ];
}

function describeChanges(listed: readonly ListedChange[]): string {
  const directions: readonly Direction[] = ['loosened', 'changed', 'tightened'];
  const parts = directions.flatMap((direction) => {
    const ofDirection = listed.filter(({ change }) => change.direction === direction);
    const bySeverity = severities.flatMap((severity) => {
      const count = ofDirection.filter(({ change }) => change.severity === severity).length;
      return count === 0 ? [] : [`${grouped(count)} ${severity}`];
    });
    return bySeverity.length === 0 ? [] : [`${grouped(ofDirection.length)} ${direction} (${bySeverity.join(', ')})`];
  });
  return parts.length === 0 ? 'None.' : `${parts.join('; ')}.`;
}

function describeLoosenings(listed: readonly ListedChange[]): string {
  const count = (wanted: string): string => grouped(listed.filter(({ status }) => status === wanted).length);
  return `${count('open')} open, ${count('accepted')} accepted, ${count('reverted')} reverted.`;
}

function describeAuthorized(listed: readonly ListedChange[]): string {
  const rows = listed.filter(({ status }) => status !== undefined).map(changeRow);
  const count = (wanted: string): string => grouped(rows.filter(({ authorized }) => authorized === wanted).length);
  const own = grouped(rows.filter(({ ownChange }) => ownChange.includes('yes')).length);
  return `Of the loosenings ${count('before')} before they were made, ${count('after')} afterwards, ${count('no')} not. Acknowledged by the person who made them: ${own}.`;
}

function settingsOf({ steps, period }: EvidenceRecord): readonly SettingsRow[] {
  const known = inForceIn(steps, period);
  return known.map((step, index) => settingsRow(step, known[index + 1]));
}

/** The contents of the period by number, and the one in force when it began. */
export function inForceIn(steps: readonly EvidencedStep[], period: EvidenceRecord['period']): readonly EvidencedStep[] {
  const ordered = steps.toSorted((a, b) => a.series - b.series || a.revision - b.revision);
  const first = ordered.findIndex((step) => isMadeIn(period, step));
  const before = ordered.findLast((step, at) => (first === -1 ? isMadeBefore(step, period.from) : at < first));
  return [...(before === undefined ? [] : [before]), ...ordered.filter((step) => isMadeIn(period, step))];
}

function isMadeBefore(step: EvidencedStep, day: string): boolean {
  return isMadeIn({ from: '0000-01-01', through: day }, step) && !isMadeIn({ from: day, through: day }, step);
}

function settingsRow(step: EvidencedStep, next: EvidencedStep | undefined) {
  const { updatedAt, series, revision, digest, seenAt, actor, isRewritten, isStart, place } = step;
  return {
    from: updatedAt,
    until: next?.updatedAt ?? null,
    series,
    revision,
    actor: calledAs(actor),
    noticedAt: seenAt ?? null,
    remark: isStart ? 'there when watching began' : isRewritten ? 'read before with another content' : null,
    digest,
    link: place?.seq ?? null,
  };
}

const contentCharsMax = 2_000;
const placeNames = ['id', 'lastRecord'];

function decisionRow({ seq, at, kind, body, hash }: Link) {
  const names = Object.keys(body)
    .toSorted()
    .filter((name) => !placeNames.includes(name));
  const content = names.map((name) => `${name}: ${contentText(body[name])}`);
  return { link: seq, recordedAt: at, kind, content, hash };
}

function contentText(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : canonicalJson(value ?? null);
  return text.length > contentCharsMax ? `${text.slice(0, contentCharsMax).toWellFormed()}…` : text;
}
