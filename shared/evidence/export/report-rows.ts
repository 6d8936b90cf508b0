import type { Direction } from '../../controls/control-change.ts';
import { canonicalJson, type Json } from '../../controls/json.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import { severities } from '../../notifications/severity.ts';
import type { Link } from '../chain.ts';
import { countRevisions, countRuns } from '../completeness.ts';
import type { EvidenceRecord } from '../evidence-record.ts';
import { isMadeIn, type EvidencedStep } from '../evidenced-step.ts';
import { describeVerdict } from '../verify-chain.ts';
import {
  calledAs,
  changeRow,
  listedChanges,
  loosenings,
  type ChangeRow,
  type ListedChange,
  type ListedChanges,
} from './change-row.ts';
import { controlIndex, type ControlRow } from './control-index.ts';
import { describeFilter } from './evidence-filter.ts';

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
