import type { BudgetOutlook } from '../explanation/budget-outlook.ts';
import { counted } from '../kernel/texts/counted.ts';
import { grouped } from '../kernel/texts/grouped.ts';
import type { Day } from '../kernel/time/day.ts';
import type { MailContent, MailSection } from '../mail/content.ts';
import { notesSection } from '../mail/table-parts.ts';
import type { Severity } from '../notifications/severity.ts';
import type { BranchRecord } from '../readiness/branch-record.ts';
import type { DigestWeek } from './digest-week.ts';
import type { PlatformDays } from './platform-days.ts';
import { budgetSection } from './sections/budget-section.ts';
import { liveSection, type LiveOfWeek } from './sections/live-section.ts';
import type { Attribution, DigestScope } from './sections/parts.ts';
import { riserSection, stoppedSection, type StoppedPerson } from './sections/people-sections.ts';
import { platformSections } from './sections/platform-sections.ts';
import { readinessSection } from './sections/readiness-of-week.ts';
import type { Riser } from './sections/risers.ts';
import { describeDoubts, partsOf, useSections } from './sections/use-sections.ts';
import type { TwoWeeks, WeekUse } from './week-use.ts';

export interface ControlsOfWeek {
  readonly revisions: number;
  readonly changes: readonly { readonly severity: Severity; readonly sentence: string; readonly by: string }[];
}

export interface OrganizationFacts {
  readonly platform: PlatformDays;
  readonly readiness: readonly BranchRecord[];
  readonly controls?: ControlsOfWeek;
  readonly live: LiveOfWeek;
  readonly alerts: readonly { readonly severity: Severity; readonly headline: string }[];
}

export interface DigestFacts {
  readonly weeks: DigestWeek;
  readonly scope: DigestScope;
  readonly use: WeekUse;
  readonly attribution: Attribution;
  readonly budgets: readonly BudgetOutlook[];
  readonly stopped: readonly StoppedPerson[];
  readonly risers: readonly Riser[];
  readonly organization?: OrganizationFacts;
  readonly dataThrough?: Day;
}

const changesMax = 3;
const alertsMax = 5;

/** Composes the weekly page for leads: use by team and person, forecasts and notable events. */
export function describeDigest(facts: DigestFacts, run: { readonly runId: string }): MailContent {
  const { weeks, scope, use, attribution, organization } = facts;
  const { week } = weeks;
  const { total } = partsOf(use, scope, attribution);
  const whose =
    scope.kind === 'org' ? '' : `${scope.names.length === 1 ? 'team' : 'teams'} ${scope.names.join(', ')}, `;
  const credits = `${grouped(total.credits)} credits`;
  const change = describeChange(total);
  return {
    subject: `Curfew week ${week.from} to ${week.through}: ${whose}${credits}, ${change}`,
    tone: 'report',
    lead: `${whose}${credits} from ${week.from} to ${week.through}: ${change}.`,
    sections: [
      ...figures(facts, total),
      ...notesSection('Figures that are not complete', describeDoubts(use)),
      ...useSections(use, scope, attribution),
      ...budgetSection(facts.budgets),
      ...stoppedSection(facts.stopped),
      ...riserSection(facts.risers, attribution),
      ...(organization === undefined ? [] : organizationSections(organization, weeks)),
    ],
    foot: [
      `Run ${run.runId}. Credits are Standard Credits (billable tokens); days are UTC. Grey bars and “before” are the seven days before.`,
      scope.kind === 'org'
        ? 'You get this weekly digest as an admin of this installation, or as named in its settings (weeklyDigest).'
        : 'You get this weekly digest as an owner of a budget of the team. The platform tells models, adoption and activity for the whole organization alone.',
    ],
  };
}

function figures({ stopped, dataThrough }: DigestFacts, { credits, before }: TwoWeeks): readonly MailSection[] {
  const inWeek = stopped.filter(({ days, now }) => days.length > 0 || now !== undefined).length;
  return [
    {
      kind: 'figures',
      figures: [
        { label: 'This week', value: grouped(credits) },
        { label: 'The week before', value: grouped(before) },
        { label: 'People stopped', value: grouped(inWeek) },
        { label: 'Data through', value: dataThrough ?? 'none' },
      ],
    },
  ];
}

/** `12 % more than the week before`. */
export function describeChange({ credits, before }: TwoWeeks): string {
  if (before === 0) {
    return credits === 0 ? 'nothing, as the week before' : 'nothing was used the week before';
  }
  const percent = Math.round((Math.abs(credits - before) / before) * 100);
  return percent === 0
    ? 'as much as the week before'
    : `${grouped(percent)} % ${credits > before ? 'more' : 'less'} than the week before`;
}

function organizationSections(
  { platform, readiness, controls, live, alerts }: OrganizationFacts,
  weeks: DigestWeek,
): readonly MailSection[] {
  return [
    ...platformSections(platform, weeks),
    ...readinessSection(readiness, weeks),
    ...(controls === undefined ? [] : [controlsSection(controls)]),
    ...liveSection(live, weeks.week),
    ...notesSection(
      `Open alerts (${grouped(alerts.length)})`,
      cut(
        alerts.map(({ severity, headline }) => `${severity}: ${headline}`),
        alertsMax,
        'curfew alerts list',
      ),
    ),
  ];
}

function controlsSection({ revisions, changes }: ControlsOfWeek): MailSection {
  const lines = changes.map(({ severity, sentence, by }) => `${severity}: ${sentence} By ${by}.`);
  return {
    kind: 'notes',
    heading: `Controls: ${counted(revisions, 'revision')}`,
    notes:
      lines.length === 0 ? ['Nothing with an effect was changed.'] : cut(lines, changesMax, 'curfew controls list'),
  };
}

function cut(lines: readonly string[], countMax: number, command: string): readonly string[] {
  const more = lines.length - countMax;
  return more <= 0 ? lines : [...lines.slice(0, countMax), `and ${grouped(more)} more: ${command}`];
}
