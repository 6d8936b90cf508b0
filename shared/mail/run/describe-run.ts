import { type CapPlan, changesOf } from '../../caps/cap-plan.ts';
import { stopsOf } from '../../caps/stops.ts';
import type { HeldPlan } from '../../enforcement/held-plan.ts';
import { lateAnchor } from '../../evidence/anchors/anchor.ts';
import { describeHead, type HeadReading } from '../../evidence/verify-chain.ts';
import type { RecordedChange } from '../../journal/cap-entry.ts';
import type { Notice } from '../../kernel/runs/notice.ts';
import type { Run, RunOutcome, RunIdentity } from '../../kernel/runs/run.ts';
import { counted, grouped } from '../../kernel/texts/amounts.ts';
import { creditsOver } from '../../kernel/texts/credits.ts';
import { type Day, dayAndMonth, minuteText } from '../../kernel/time/day.ts';
import type { UsageTotals } from '../../ledger/usage-totals.ts';
import type { RowOutcome } from '../../limits/limit-record.ts';
import { asksForSomething } from '../../notifications/alert-order.ts';
import { notificationSections } from '../../notifications/compose/notification-sections.ts';
import type { ConditionEvent } from '../../notifications/conditions/condition-event.ts';
import type { Notification } from '../../notifications/notification.ts';
import { isAtLeast } from '../../notifications/severity.ts';
import type { Figure, MailContent, MailHeadline, MailSection } from '../content.ts';
import { describeChanges } from '../describe-changes.ts';
import { rest, rowsMax } from '../table-parts.ts';
import { changesTable, failuresTable, floorTable, poolSections, uncappableTable } from './cap-tables.ts';
import { heldNotes, heldPlanFigures, heldPlanSections } from './held-plan-sections.ts';

function evidenceFoot(evidence: HeadReading | undefined): readonly string[] {
  return evidence?.kind === 'read' ? describeHead(evidence.head) : [];
}

/** Says why the chain's head is missing in this mail, or that nothing was signed for long. */
function evidenceProblems(evidence: HeadReading | undefined): readonly string[] {
  if (evidence?.kind === 'unreadable') {
    return [`The head of the evidence chain could not be read (${evidence.problem}), so this mail does not contain it`];
  }
  const late = evidence?.head === undefined ? undefined : lateAnchor(evidence.head);
  return late === undefined
    ? []
    : [`The evidence of the controls was last anchored at ${late}; npx curfew doctor says why`];
}

export interface RunFacts {
  readonly notice: Notice;
  readonly run: RunIdentity;
  readonly outcome: RunOutcome;
  /** Absent when the run ended before it could decide anything. */
  readonly plan?: CapPlan;
  readonly usage?: Pick<UsageTotals, 'organization' | 'windows'>;
  readonly outcomes: ReadonlyMap<string, RowOutcome>;
  readonly heldPlan?: HeldPlan;
  readonly changes: readonly RecordedChange[];
  readonly clearedDays: readonly Day[];
  readonly notifications: readonly Notification[];
  /** Open conditions that are left out because they are acknowledged. */
  readonly acknowledged?: number;
  readonly evidence?: HeadReading;
  readonly unknownMails: readonly { readonly to: string; readonly subject: string; readonly writtenAt: string }[];
}

/** Composes the mail about a run: what was done, what was not and why, and what to do about it. */
export function describeRun(facts: RunFacts): MailContent {
  const { run, outcome, changes } = facts;
  return {
    ...headline(facts),
    sections: [
      ...figuresSection(facts),
      ...heldNotes(facts.notice, outcome),
      ...plannedSections(facts),
      ...notes('What went wrong', [...outcome.problems, ...evidenceProblems(facts.evidence)]),
      ...(facts.notice.kind === 'summary' ? floorTable(facts.plan) : []),
      ...notificationSections(notificationsIn(facts)),
      // Before the changes, which may be many: what is not done needs attention.
      ...failuresTable(facts.plan, facts.outcomes),
      // A held plan shows them itself.
      ...(facts.notice.kind === 'plan-held' && facts.heldPlan?.summary ? [] : poolSections(facts.plan)),
      ...notes('What changed', describeChanges(changes)),
      ...changesTable(changes, ['Limit now', 'Changed limits, the least remaining first']),
      ...uncappableTable(facts.plan),
      ...notes('Good to know', [
        ...facts.clearedDays.map((day) => `${day} had been in doubt and is complete now`),
        ...acknowledgedNotes(facts),
      ]),
      ...notes(
        'Mails that may not have arrived',
        facts.unknownMails.map(
          (mail) => `“${mail.subject}” to ${mail.to} of ${minuteText(mail.writtenAt)}: the mail service did not answer`,
        ),
      ),
    ],
    foot: [
      `Run ${run.runId}, as of ${minuteText(run.at)}. Credits are Standard Credits (billable tokens); days are UTC.`,
      ...evidenceFoot(facts.evidence),
      'You get this mail as an admin of this installation or as an owner of a budget of the organization.',
    ],
  };
}

function headline(facts: RunFacts): MailHeadline {
  const { notice, run } = facts;
  if (notice.kind === 'summary') {
    return summaryHeadline(facts);
  }
  const { subject, tone, lead } =
    notice.kind === 'plan-held' || notice.kind === 'held' ? heldHeadline(facts, notice.kind) : troubles[notice.kind];
  return { subject: `Curfew ${dayAndMonth(run.at.slice(0, 10))}: ${subject}`, tone, lead };
}

function heldHeadline({ heldPlan, changes }: RunFacts, kind: 'held' | 'plan-held'): MailHeadline {
  const { subject, tone, lead } = troubles[kind];
  const total = heldPlan?.summary?.total;
  if (total === undefined && changes.length === 0) {
    return { subject, tone, lead };
  }
  const sent =
    changes.length === 0
      ? 'The current caps stay in force.'
      : `${counted(changes.length, 'cap')} that could not wait changed; the others stay in force.`;
  if (total === undefined) {
    const what = kind === 'held' ? 'The figures are in doubt' : 'A large change waits for approval';
    return { subject, tone, lead: `${what}. ${sent}` };
  }
  const stopped = counted(total.stopped, 'person', 'people');
  const would = `A change that would stop ${stopped}, lower ${counted(total.lowered, 'cap')} and raise ${grouped(total.raised)} waits for approval`;
  return { subject: `${subject}: ${stopped} would be stopped`, tone, lead: `${would}. ${sent}` };
}

export function describeNotice({ kind }: Notice, { at }: Pick<Run, 'at'>): string {
  return kind === 'summary' ? `The summary of ${dayAndMonth(at.slice(0, 10))}` : troubles[kind].lead;
}

const troubles: Readonly<Record<Exclude<Notice['kind'], 'summary'>, MailHeadline>> = {
  held: {
    subject: 'caps held, the figures are in doubt',
    tone: 'warning',
    lead: 'Caps that rest on the figures in doubt were not changed tonight: they stay in force.',
  },
  'plan-held': {
    subject: 'a large change is held for approval',
    tone: 'warning',
    lead: 'A large change waits for approval. The current caps stay in force.',
  },
  'clock-held': {
    subject: 'caps held, a clock was wrong',
    tone: 'bad',
    lead: 'Caps do not change for now, because a run has set them as of a moment that has not come yet. The current caps stay in force.',
  },
  failed: {
    subject: 'the nightly run failed',
    tone: 'bad',
    lead: 'The nightly run failed. The current caps stay in force; the next run tries again.',
  },
  'window-start-failed': {
    subject: 'the caps of the new window are not all set',
    tone: 'bad',
    lead: 'A new platform window began, and some limits of the old one are still in force in it. The nightly run sets them.',
  },
  'edit-failed': {
    subject: 'an edit has not taken effect everywhere',
    tone: 'bad',
    lead: 'Limits that follow from an edit of the tables could not all be set. The other caps stay in force; the next run sets the rest.',
  },
};

function summaryHeadline(facts: RunFacts): MailHeadline {
  const { run, outcome, plan, changes, evidence } = facts;
  const notifications = notificationsIn(facts);
  const stopped = plan === undefined ? 0 : stopsOf(plan).length;
  const stops = stopped === 0 ? '' : `, ${counted(stopped, 'person', 'people')} stopped`;
  const changed = `${counted(changes.length, 'cap')} changed`;
  const failed = outcome.capsFailed === 0 ? '' : `, ${outcome.capsFailed} failed`;
  const alerted = alertText(notifications);
  const isGrave =
    outcome.status === 'partial' ||
    evidence?.kind === 'unreadable' ||
    notifications.some(({ severity }) => isAtLeast(severity, 'medium'));
  const isCritical = notifications.some(({ severity }) => severity === 'critical');
  return {
    subject: `Curfew ${dayAndMonth(run.at.slice(0, 10))}: ${changed}${failed}${stops}${alerted}`,
    tone: isCritical ? 'bad' : isGrave ? 'warning' : 'good',
    lead: `${changed}${failed}${stops} on figures through ${outcome.dataThrough === undefined ? 'no day yet' : dayAndMonth(outcome.dataThrough)}.`,
  };
}

const endings: readonly string[] = [
  'use-resolved',
  'use-reset',
  'use-ended',
  'forecast-resolved',
  'condition-resolved',
  'person-freed',
] satisfies readonly ConditionEvent['kind'][];

/** Counts as Home and `status` do: open alerts, each once, and those that need action. Ended ones are none. */
function alertText(notifications: readonly Notification[]): string {
  const open = notifications.flatMap((each) =>
    each.kind === 'condition' && !endings.includes(each.event.kind) ? [each] : [],
  );
  const alerts = [...new Map(open.map((each) => [each.event.conditionId, each])).values()];
  const asking = alerts.filter(asksForSomething).length;
  const needs = asking === 0 ? 'for information' : `${grouped(asking)} ${asking === 1 ? 'needs' : 'need'} action`;
  return alerts.length === 0 ? '' : `, ${counted(alerts.length, 'alert')} (${needs})`;
}

function figuresSection(facts: RunFacts): readonly MailSection[] {
  const figures = figuresOf(facts);
  return figures.length === 0 ? [] : [{ kind: 'figures', figures }];
}

function acknowledgedNotes({ acknowledged = 0 }: RunFacts): readonly string[] {
  const what = `${counted(acknowledged, 'alert')} that are acknowledged`;
  return acknowledged === 0 ? [] : [`${what}: see npx curfew alerts list --all`];
}

function notificationsIn({ notifications, notice }: RunFacts): readonly Notification[] {
  const saidAnyway =
    notice.kind === 'summary' ? ['uncappable', 'invalid-edit', 'several-teams'] : ['guard-held', 'invalid-edit'];
  return notifications.filter((notification) => {
    if (notification.kind === 'report') {
      return true;
    }
    const { event } = notification;
    // Only the notification says that it was acknowledged before.
    const isNews = event.acknowledgedBefore !== undefined || event.kind === 'condition-resolved';
    return isNews || !('observation' in event && saidAnyway.includes(event.observation.topic));
  });
}

function figuresOf({ notice, outcome, plan, heldPlan, usage }: RunFacts): readonly Figure[] {
  const usedCredits = usage?.organization.platform;
  const window = usage?.windows.find(({ kind }) => kind === 'platform');
  // A run that could not read anything does not know how far the figures go.
  const isKnown = outcome.dataThrough !== undefined || outcome.status !== 'failed';
  return [
    ...(isKnown
      ? [
          {
            label: 'Data through',
            value: outcome.dataThrough === undefined ? 'none' : dayAndMonth(outcome.dataThrough),
          },
        ]
      : []),
    ...(usedCredits === undefined || window === undefined
      ? []
      : [{ label: 'Used this window', value: creditsOver(usedCredits, window, 'phrase') }]),
    ...(heldPlan?.summary === undefined ? [] : heldPlanFigures(heldPlan.summary)),
    ...(plan === undefined || heldPlan?.summary !== undefined
      ? []
      : [
          { label: 'People checked', value: grouped(plan.decisions.length) },
          { label: notice.kind === 'plan-held' ? 'Would be stopped' : 'Stopped', value: grouped(stopsOf(plan).length) },
        ]),
  ];
}

function notes(heading: string, lines: readonly string[]): readonly MailSection[] {
  const { more } = rest(lines.length);
  const shown = [...lines.slice(0, rowsMax), ...(more === undefined ? [] : [more])];
  return lines.length === 0 ? [] : [{ kind: 'notes', heading, notes: shown }];
}

function plannedSections({ notice, plan, heldPlan }: RunFacts): readonly MailSection[] {
  if (notice.kind !== 'plan-held') {
    return [];
  }
  return heldPlan?.summary === undefined
    ? changesTable(plan === undefined ? [] : changesOf(plan), [
        'Limit then',
        'What it would change, the least remaining first',
      ])
    : heldPlanSections(heldPlan);
}
