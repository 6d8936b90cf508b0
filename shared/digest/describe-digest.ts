import { formatScope, isInherited } from '../budgets/scope.ts';
import { type BudgetOutlook, budgetState } from '../explanation/budget-outlook.ts';
import type { BudgetState } from '../explanation/list-filters.ts';
import { describeRise } from '../forecast/rise.ts';
import { describeOverUntil } from '../kernel/texts/amount-state.ts';
import { counted, grouped } from '../kernel/texts/amounts.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import { creditsOver, shortCredits } from '../kernel/texts/credits.ts';
import { capital } from '../kernel/texts/some-names.ts';
import { type Day, dayAndMonth } from '../kernel/time/day.ts';
import type { Bar, MailContent, MailSection } from '../mail/content.ts';
import { left, notesSection, right } from '../mail/table-parts.ts';
import { alertRows, countAlerts, describeAlertCount } from '../notifications/alert-order.ts';
import type { Severity } from '../notifications/severity.ts';
import type { AlertKind } from '../notifications/topics.ts';
import type { BranchRecord, Line, WeekShare } from '../readiness/branch-record.ts';
import { describeFall, describePlace, fallenBy, openFalls } from '../readiness/open-falls.ts';
import type { ComparedWeeks, DigestWeek } from './digest-week.ts';
import type { PlatformDays } from './platform-days.ts';
import { type LiveOfWeek, liveSection } from './sections/live-section.ts';
import type { Attribution, DigestScope } from './sections/parts.ts';
import { riserSection, type StoppedPerson, stoppedSection } from './sections/people-sections.ts';
import { platformSections } from './sections/platform-sections.ts';
import type { Riser } from './sections/risers.ts';
import { describeDoubts, partsOf, useSections } from './sections/use-sections.ts';
import type { TwoWeeks, WeekUse } from './week-use.ts';

const rowsMax = 8;

function budgetSection(outlooks: readonly BudgetOutlook[]): readonly MailSection[] {
  const inForce = outlooks.filter(({ now }) => now !== undefined).toSorted(gravestFirst);
  if (inForce.length === 0) {
    return [];
  }
  const more = inForce.length - rowsMax;
  const causes = inForce.slice(0, rowsMax).flatMap(causeOf);
  const table = {
    columns: [left('Budget'), right('Amount'), right('Used'), right('Expected'), left('Outlook')],
    rows: inForce.slice(0, rowsMax).map(rowOf),
    ...(more > 0 && { more: `and ${grouped(more)} more: npx curfew forecast` }),
  };
  return [
    ...budgetBars(inForce),
    { kind: 'table', heading: 'Budgets', table },
    ...notesSection('Who used more of them', causes),
  ];
}

/** Budgets with an amount as bars of it: used, and below it what is expected by the end of the window. */
function budgetBars(outlooks: readonly BudgetOutlook[]): readonly MailSection[] {
  const bars = outlooks.slice(0, rowsMax).flatMap(({ budget: { scope, window, amount }, now }): readonly Bar[] => {
    if (amount.kind === 'unlimited' || now === undefined || isInherited(scope)) {
      return [];
    }
    const most = amount.credits + now.topUpCredits;
    const share = (credits: number): number => Math.min(1, credits / Math.max(1, most));
    const expected = now.forecast?.expectedCredits;
    return [
      {
        label: `${formatScope(scope)} ${window}`,
        value: `${creditsOver(now.usedCredits, now.window, 'short')} of ${shortCredits(most)}`,
        share: share(now.usedCredits),
        before:
          expected === undefined
            ? undefined
            : { word: 'expected', value: shortCredits(expected), share: share(expected) },
      },
    ];
  });
  return bars.length === 0 ? [] : [{ kind: 'bars', heading: 'Budgets: used, and expected by the end', bars }];
}

function rowOf(outlook: BudgetOutlook): readonly string[] {
  const { budget, now } = outlook;
  const { amount } = budget;
  const forecast = now?.forecast;
  return [
    `${formatScope(budget.scope)} ${budget.window}`,
    amount.kind === 'unlimited' ? 'unlimited' : shortCredits(amount.credits + (now?.topUpCredits ?? 0)),
    now === undefined ? shortCredits(0) : creditsOver(now.usedCredits, now.window, 'short'),
    forecast === undefined
      ? ''
      : `${shortCredits(forecast.expectedCredits)} (${shortCredits(forecast.lowCredits)} to ${shortCredits(forecast.highCredits)})`,
    outlookText(outlook),
  ];
}

function outlookText(outlook: BudgetOutlook): string {
  const { now, budget } = outlook;
  const isDefault = isInherited(budget.scope);
  switch (budgetState(outlook)) {
    case 'over-budget':
      return describeOverUntil(
        { amount: now?.amountCredits ?? 0, used: now?.usedCredits ?? 0, allowed: now?.allowedCredits ?? 0 },
        now?.runsOutOn ?? null,
      );
    case 'used-up':
      return isDefault ? `used up by ${now?.people?.highestEmail ?? 'one person'}` : 'used up';
    case 'running-out':
      return `runs out on ${dayAndMonth(now?.runsOutOn ?? '')}`;
    case 'lasting':
      return budget.amount.kind === 'unlimited' ? 'no limit' : isDefault ? 'highest usage of a person' : 'lasts';
    case 'not-in-force':
      return 'not in force';
  }
}

function causeOf({ budget, now }: BudgetOutlook): readonly string[] {
  const cause = now?.runsOutOn === undefined || now.rise === undefined ? undefined : describeRise(now.rise);
  return cause === undefined ? [] : [`${formatScope(budget.scope)} ${budget.window}: ${cause}`];
}

const order: readonly BudgetState[] = ['used-up', 'over-budget', 'running-out', 'lasting', 'not-in-force'];
const scopeOrder = ['org', 'team', 'model', 'members', 'default', 'user'];

function gravestFirst(a: BudgetOutlook, b: BudgetOutlook): number {
  return (
    order.indexOf(budgetState(a)) - order.indexOf(budgetState(b)) ||
    scopeOrder.indexOf(a.budget.scope.kind) - scopeOrder.indexOf(b.budget.scope.kind) ||
    compareText(
      `${formatScope(a.budget.scope)} ${a.budget.window}`,
      `${formatScope(b.budget.scope)} ${b.budget.window}`,
    )
  );
}

const fallsMax = 3;

/** Returns the readiness of repositories beside the week before, and the week's regressions; empty without a report. */
export function readinessSection(
  records: readonly BranchRecord[],
  { week, before }: ComparedWeeks,
): readonly MailSection[] {
  const lines = records.flatMap((record) => record.lines);
  const now = sharesUntil(lines, week.through);
  if (now.length === 0) {
    return [];
  }
  const earlier = sharesUntil(lines, before.through);
  const repositories = new Set(records.map(({ repository }) => repository)).size;
  const falls = fallsIn(records, week);
  const more = falls.length - fallsMax;
  const notes = [
    `${describeShares(now)} in ${counted(repositories, 'repository', 'repositories')} (before: ${earlier.length === 0 ? 'no report' : describeShares(earlier)}).`,
    ...(falls.length === 0 ? ['Nothing that passed before failed this week.'] : falls.slice(0, fallsMax)),
    ...(more > 0 ? [`and ${grouped(more)} more: npx curfew readiness regressions`] : []),
  ];
  return [{ kind: 'notes', heading: 'Readiness', notes }];
}

function sharesUntil(lines: readonly Line[], day: Day): readonly WeekShare[] {
  return lines.flatMap(({ weeks }) => {
    const known = Object.values(weeks).filter(({ at }) => at.slice(0, 10) <= day);
    const last = known.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
    return last === undefined ? [] : [last];
  });
}

function describeShares(shares: readonly WeekShare[]): string {
  const passing = shares.reduce((sum, share) => sum + share.passing, 0);
  const evaluated = shares.reduce((sum, share) => sum + share.evaluated, 0);
  const percent = evaluated === 0 ? '' : ` (${Math.round((passing / evaluated) * 100)} %)`;
  return `${grouped(passing)} of ${grouped(evaluated)} criteria pass${percent}`;
}

function fallsIn(records: readonly BranchRecord[], { from, through }: DigestWeek['week']): readonly string[] {
  return fallenBy(openFalls(records, from), ['regression', 'worse']).flatMap(({ record, line, falls }) =>
    falls
      .filter(({ fall }) => from <= fall.after.at.slice(0, 10) && fall.after.at.slice(0, 10) <= through)
      .map((fall) => `${describePlace(record, line)}: ${describeFall(fall)}`),
  );
}

export interface ControlsOfWeek {
  readonly revisions: number;
  readonly changes: readonly { readonly severity: Severity; readonly sentence: string; readonly by: string }[];
}

export interface OrganizationFacts {
  readonly platform: PlatformDays;
  readonly readiness: readonly BranchRecord[];
  readonly controls?: ControlsOfWeek;
  readonly live: LiveOfWeek;
  /** In their order. */
  readonly alerts: readonly { readonly severity: Severity; readonly kind: AlertKind; readonly headline: string }[];
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
  const credits = creditsOver(total.credits, week, 'phrase');
  const change = describeChange(total);
  return {
    subject: `Curfew week ${dayAndMonth(week.from)} to ${dayAndMonth(week.through)}: ${whose}${credits}, ${change}`,
    tone: 'report',
    lead: `${capital(whose)}${credits} from ${dayAndMonth(week.from)} to ${dayAndMonth(week.through)}: ${change}.`,
    sections: [
      ...figures(facts, total),
      ...notesSection('Figures that are not complete', describeDoubts(use)),
      ...useSections(use, scope, attribution),
      ...budgetSection(facts.budgets),
      ...stoppedSection(facts.stopped),
      ...riserSection(facts.risers, attribution, weeks),
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

function figures({ stopped, dataThrough, weeks }: DigestFacts, { credits, before }: TwoWeeks): readonly MailSection[] {
  const inWeek = stopped.filter(({ days, now }) => days.length > 0 || now !== undefined).length;
  return [
    {
      kind: 'figures',
      figures: [
        { label: 'This week', value: creditsOver(credits, weeks.week) },
        { label: 'The week before', value: creditsOver(before, weeks.before) },
        { label: 'People stopped', value: grouped(inWeek) },
        { label: 'Data through', value: dataThrough === undefined ? 'none' : dayAndMonth(dataThrough) },
      ],
    },
  ];
}

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
    ...notesSection(describeAlertCount(countAlerts(alerts), 'open alert'), alertLines(alerts)),
  ];
}

function alertLines(alerts: OrganizationFacts['alerts']): readonly string[] {
  const shown = alertRows(alerts).slice(0, alertsMax);
  const more = alerts.length - shown.reduce((sum, row) => sum + row.alerts.length, 0);
  return [
    ...shown.map(({ headline, alerts: [{ severity }] }) => `${severity}: ${headline}`),
    ...(more === 0 ? [] : [`and ${counted(more, 'more alert')}: npx curfew alerts list`]),
  ];
}

function controlsSection({ revisions, changes }: ControlsOfWeek): MailSection {
  const lines = changes.map(({ severity, sentence, by }) => `${severity}: ${sentence} By ${by}.`);
  return {
    kind: 'notes',
    heading: `Controls: ${counted(revisions, 'revision')}`,
    notes:
      lines.length === 0 ? ['Nothing with an effect was changed.'] : cut(lines, changesMax, 'npx curfew controls list'),
  };
}

function cut(lines: readonly string[], countMax: number, command: string): readonly string[] {
  const more = lines.length - countMax;
  return more <= 0 ? lines : [...lines.slice(0, countMax), `and ${grouped(more)} more: ${command}`];
}
