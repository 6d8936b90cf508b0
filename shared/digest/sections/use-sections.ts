import { creditsOver } from '../../kernel/texts/credits.ts';
import { addDays, type Day, dayAndMonth, type DayRange, weekdayOf } from '../../kernel/time/day.ts';
import type { Bar, MailSection } from '../../mail/content.ts';
import { daysOfTeams, type DayUse, type TwoWeeks, type WeekUse } from '../week-use.ts';
import {
  largestParts,
  modelParts,
  organizationParts,
  teamParts,
  type Attribution,
  type DigestScope,
  type UsePart,
  type UseParts,
} from './parts.ts';

const partsMax = 7;
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Returns the use by team, by model and by day, as bars, each beside the week before. */
export function useSections(use: WeekUse, scope: DigestScope, attribution: Attribution): readonly MailSection[] {
  const parts = partsOf(use, scope, attribution);
  const week = weekOf(use);
  const isOneTeam = scope.kind === 'teams' && scope.names.length === 1;
  const models = scope.kind === 'org' && use.models.size > 0 ? modelParts(use) : undefined;
  return [
    bars(
      isOneTeam ? 'Credits by person' : 'Credits by team',
      { parts, week },
      scope.kind === 'org' ? describeSum(parts, week) : undefined,
    ),
    ...(models === undefined ? [] : [bars('Credits by model', { parts: models, week })]),
    { kind: 'bars', heading: 'Credits by day', bars: dayBars(daysIn(use, scope)) },
  ];
}

export function partsOf(use: WeekUse, scope: DigestScope, attribution: Attribution): UseParts {
  return scope.kind === 'org' ? organizationParts(use) : teamParts(use, scope.names, attribution);
}

function daysIn(use: WeekUse, scope: DigestScope): readonly DayUse[] {
  return scope.kind === 'org' ? use.days : daysOfTeams(use, scope.names);
}

function weekOf({ days }: WeekUse): DayRange {
  const [from = '', through = from] = [days[0]?.day, days.at(-1)?.day];
  return { from, through };
}

function weekBefore({ from, through }: DayRange): DayRange {
  return from === '' ? { from, through } : { from: addDays(from, -7), through: addDays(through, -7) };
}

function bars(
  heading: string,
  { parts, week }: { readonly parts: UseParts; readonly week: DayRange },
  more?: string,
): MailSection {
  const shown = largestParts(parts, partsMax);
  return {
    kind: 'bars',
    heading,
    bars: barsOf(shown.map((part) => ({ ...part, label: part.name, range: week }))),
    more,
  };
}

function dayBars(days: readonly DayUse[]): readonly Bar[] {
  return barsOf(
    days.map((day) => ({
      ...day,
      label: `${weekdays[weekdayOf(day.day) - 1]} ${dayAndMonth(day.day)}`,
      range: { from: day.day, through: day.day },
    })),
  ).map((bar, index) => {
    const { status = 'complete' } = days[index] ?? {};
    return status === 'complete'
      ? bar
      : { ...bar, value: `${status === 'missing' ? 'not read yet' : `${bar.value} (in doubt)`}` };
  });
}

function barsOf(parts: readonly (TwoWeeks & { readonly label: string; readonly range: DayRange })[]): readonly Bar[] {
  const longest = Math.max(1, ...parts.flatMap(({ credits, before }) => [credits, before]));
  const share = (credits: number) => Math.max(0, credits / longest);
  return parts.map(({ label, credits, before, range }) => ({
    label,
    value: creditsOver(credits, range),
    share: share(credits),
    before: { value: creditsOver(before, weekBefore(range)), share: share(before) },
  }));
}

function describeSum({ total, parts, rest }: UseParts, week: DayRange): string {
  const inTeams = parts.reduce((sum, { credits }) => sum + credits, 0);
  const added = [`Teams ${creditsOver(inTeams, week)}`, ...rest.map((part) => describePart(part, week))].join(' + ');
  return `${added} = ${creditsOver(total.credits, week, 'phrase')}, as the ledger has them.`;
}

function describePart({ name, credits }: UsePart, week: DayRange): string {
  return `${name.toLowerCase()} ${creditsOver(credits, week)}`;
}

export function describeDoubts({ days, daysInDoubtBefore }: WeekUse): readonly string[] {
  const doubts: Readonly<Record<DayUse['status'], string | undefined>> = {
    complete: undefined,
    suspect: 'the figures are in doubt, and may change',
    missing: 'the platform’s figures are not there yet, and nothing of that day is counted here',
  };
  const named = days.flatMap(({ day, status }) => sentenceOf(day, doubts[status]));
  const before =
    daysInDoubtBefore === 0 ? [] : [`The week before lacks ${daysInDoubtBefore} of its days, or they are in doubt`];
  return [...named, ...before];
}

function sentenceOf(day: Day, doubt: string | undefined): readonly string[] {
  return doubt === undefined ? [] : [`${day}: ${doubt}`];
}
