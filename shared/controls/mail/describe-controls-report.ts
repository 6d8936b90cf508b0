import { type Anchor, describeSigned } from '../../evidence/anchors/anchor.ts';
import { counted, grouped } from '../../kernel/texts/amounts.ts';
import { capital } from '../../kernel/texts/some-names.ts';
import type { ContentLink, DeltaLine, MailContent, MailSection } from '../../mail/content.ts';
import { mailLink } from '../../mail/mail-link.ts';
import { printable } from '../../mail/printable.ts';
import { formatLinked } from '../alerts/linked-subject.ts';
import { isRestoring } from '../alerts/watch-loosenings.ts';
import type { ControlChange } from '../control-change.ts';
import type { ControlsAudience, ControlsReport } from '../controls-report.ts';
import { alarmIdOf } from '../history/history-alarm.ts';
import { alarmConditionId } from '../history/observe-alarms.ts';
import { canonicalJson, isList, type Json } from '../json.ts';
import { valueText } from '../secret-mark.ts';
import { baselineSections } from './baseline-sections.ts';
import {
  alarmSection,
  changeSections,
  findingSection,
  netSection,
  notes,
  quietSections,
  resolvedSection,
  unknownSection,
} from './changes/change-sections.ts';
import { lastingChanges, loudChanges } from './changes/loud-changes.ts';
import { type Headline, headlinesOf, severityOfReport } from './headlines.ts';
import { whatToDo } from './what-to-do.ts';
import { everyStep, whoAndWhen } from './who-and-when.ts';
import { identityOf, instantText } from './words.ts';

const differenceLinesMax = 60;
const charsMax = 280;

/**
 * The values themselves, with marks instead of secrets. They are part of the mail and not attached: the mail service
 * takes attachments only with another permission, for mails of any content.
 */
function rawDifference(report: ControlsReport): readonly MailSection[] {
  const loud = loudChanges(report);
  // Values may be large: only those that may be shown are written out.
  const lines = loud
    .slice(0, differenceLinesMax)
    .flatMap(({ change, step, isOneOfMany }): readonly DeltaLine[] => [
      { sign: '', text: `@@ ${change.path}${isOneOfMany ? `, revision ${step.revision}` : ''}` },
      ...valueLines(change),
    ]);
  const isWhole = loud.length <= differenceLinesMax && lines.length <= differenceLinesMax;
  return lines.length === 0
    ? []
    : [
        {
          kind: 'patch',
          heading: 'The difference as JSON, secrets replaced',
          lines: lines.slice(0, differenceLinesMax),
          ...(isWhole ? {} : { more: 'and more: “npx curfew controls diff --json” has all of it' }),
        },
      ];
}

function valueLines({ before, after }: ControlChange): readonly DeltaLine[] {
  if (!isList(before) || !isList(after)) {
    return bothLines([before, after].map((value) => (value === undefined ? [] : [valueText(value)])));
  }
  const [had, has] = [textsOf(before), textsOf(after)];
  const lines = bothLines([had.filter((it) => !has.includes(it)), has.filter((it) => !had.includes(it))]);
  return lines.length > 0 ? lines : bothLines([[canonicalJson(before)], [canonicalJson(after)]]);
}

function bothLines([was = [], is = []]: readonly (readonly string[])[]): readonly DeltaLine[] {
  return [...linesOf('−', was), ...linesOf('+', is)];
}

function textsOf(list: readonly Json[]): readonly string[] {
  return list.slice(0, differenceLinesMax * 10).map(valueText);
}

function linesOf(sign: '+' | '−', texts: readonly string[]): readonly DeltaLine[] {
  return texts.map((text) => ({
    sign,
    text: text.length > charsMax ? `${text.slice(0, charsMax).toWellFormed()}…` : text,
  }));
}

const rulesPerLine = 6;
const linesMax = 6;

const reasons: Readonly<Record<ControlsAudience['role'], string>> = {
  admin: 'You get this mail as an admin: the settings name no security contacts (controls.securityContacts).',
  'security-contact':
    'You get this mail because the settings name you as a security contact (controls.securityContacts).',
  'stand-in': 'You stand in for a recipient whom mail does not reach (alerts.fallback).',
};

function footOf(report: ControlsReport, audience: ControlsAudience): readonly string[] {
  return [
    ...ruleLines(report),
    ...evidenceLines(report),
    `Run ${report.runId}, report ${report.reportId}.`,
    reasons[audience.role],
  ];
}

function ruleLines(report: ControlsReport): readonly string[] {
  const rules = [...new Set(loudChanges(report).map(({ change }) => change.rule))];
  const lines = rules.flatMap((_, index) =>
    index % rulesPerLine === 0 ? [rules.slice(index, index + rulesPerLine).join(', ')] : [],
  );
  const shown = lines.slice(0, linesMax).map((line, index) => (index === 0 ? `Rules and versions: ${line}` : line));
  return lines.length > linesMax ? [...shown, `and ${rules.length - linesMax * rulesPerLine} rules more`] : shown;
}

function evidenceLines({ evidence, steps }: ControlsReport): readonly string[] {
  const newest = steps.at(-1);
  return [
    ...(newest === undefined ? [] : [`Revision ${newest.revision} has SHA-256 ${newest.digest}.`]),
    ...(evidence === undefined
      ? []
      : [
          `Evidence: link ${evidence.seq} of the chain, hash ${evidence.hash}. Kept, it proves later that nothing up to here was changed: npx curfew controls verify --head ${evidence.seq}:${evidence.hash}`,
          ...signatureLines(evidence.anchor),
        ]),
  ];
}

function signatureLines(anchor: Anchor | undefined): readonly string[] {
  return anchor === undefined ? ['That link is not signed yet; the next run signs it.'] : describeSigned(anchor);
}

const alarmsMax = 2;

function waysIn(report: ControlsReport, { door, console: page }: ControlsAudience): readonly MailSection[] {
  const asks = door === undefined || severityOfReport(report) === 'info' ? [] : acknowledgeLinks(report, door);
  const links = [...asks, ...(page === undefined ? [] : [consoleLink(report, page)])];
  const heading = asks.length === 0 ? 'Look at it' : 'Was it expected?';
  return links.length === 0 ? [] : [{ kind: 'links', heading, links }];
}

function acknowledgeLinks({ steps, alarms }: ControlsReport, door: string): readonly ContentLink[] {
  const own = steps.filter(({ isLate }) => !isLate);
  const [first, last] = [own[0], own.at(-1)];
  const revisions =
    first === undefined || last === undefined || first.series !== last.series
      ? []
      : [formatLinked({ kind: 'revisions', series: last.series, from: first.revision, through: last.revision })];
  const explained = alarms.slice(0, alarmsMax).flatMap((alarm) => {
    const conditionId = alarmConditionId(alarmIdOf(alarm));
    return conditionId === undefined ? [] : [formatLinked({ kind: 'alert', conditionId })];
  });
  const link = (subject: string) => mailLink({ purpose: 'acknowledge', subject, door });
  return [
    ...revisions.map((subject) => ({ ...link(subject), label: 'Acknowledge' })),
    ...explained.map((subject) => ({ ...link(subject), label: 'Explain the alarm' })),
  ];
}

function consoleLink({ steps, alarms }: ControlsReport, door: string): ContentLink {
  const [first, ...others] = steps;
  const subject =
    first !== undefined && others.length === 0
      ? `/controls/${first.revision}`
      : first === undefined && alarms.length > 0
        ? '/alerts'
        : '/controls';
  return { ...mailLink({ purpose: 'console', subject, door }), label: 'Open in the console' };
}

/** Returns the controls report as a mail (CONTROLS.md). The subject contains no value of a setting. */
export function describeControlsReport(report: ControlsReport, audience: ControlsAudience): MailContent {
  const [worst] = headlinesOf(report);
  return {
    subject: printable(subjectOf(report, worst)),
    tone: toneOf(report, worst),
    lead: leadOf(report, worst),
    sections: report.kind === 'first-run' ? firstRun(report, audience) : changes(report, audience),
    foot: footOf(report, audience),
  };
}

function changes(report: ControlsReport, audience: ControlsAudience): readonly MailSection[] {
  return [
    ...whoAndWhen(report, audience),
    ...waysIn(report, audience),
    ...alarmSection(report),
    ...findingSection(report),
    ...whatToDo(report, audience),
    ...netSection(report),
    ...changeSections(report),
    ...everyStep(report),
    ...baselineSections(report, audience),
    ...unknownSection(report),
    ...quietSections(report),
    ...resolvedSection(report),
    ...rawDifference(report),
  ];
}

function firstRun(report: ControlsReport, audience: ControlsAudience): readonly MailSection[] {
  return [
    ...firstRunSections(report, audience),
    ...waysIn(report, audience),
    ...alarmSection(report),
    ...baselineSections(report, audience),
    ...unknownSection(report),
  ];
}

function subjectOf(report: ControlsReport, worst: Headline | undefined): string {
  if (report.kind === 'first-run') {
    const count = report.handled?.count ?? 0;
    return `Controls are watched from now on: ${counted(count, 'revision')} stored`;
  }
  const others = otherChanges(report, worst);
  const rest = worst?.isChange === true ? `${grouped(others)} more` : counted(others, 'change');
  return worst === undefined
    ? 'Controls: nothing that needs a look'
    : `${worst.isRestored === true ? '' : `${capital(severityOfReport(report))}, `}${worst.topic}${others === 0 ? '' : ` (and ${rest})`}`;
}

function toneOf(report: ControlsReport, worst: Headline | undefined): MailContent['tone'] {
  const severity = severityOfReport(report);
  if (worst?.isRestored === true) {
    return 'good';
  }
  if (severity === 'critical' || severity === 'high') {
    return 'bad';
  }
  return severity === 'info' || (report.kind === 'first-run' && worst === undefined) ? 'good' : 'warning';
}

function leadOf(report: ControlsReport, worst: Headline | undefined): string {
  if (report.kind === 'first-run') {
    return firstRunLead(report);
  }
  const others = otherChanges(report, worst);
  const rest = others === 0 ? '' : ` And ${counted(others, worst?.isChange === true ? 'more change' : 'change')}.`;
  return `${worst?.sentence ?? 'Nothing about the controls needs a look.'}${rest}`;
}

function otherChanges(report: ControlsReport, worst: Headline | undefined): number {
  const uncounted =
    (report.steps.length > 1 ? report.net?.changesMore : undefined) ??
    report.steps.reduce((sum, { changesMore }) => sum + changesMore, 0);
  const changes = lastingChanges(report);
  const restoring = worst?.isRestored === true ? changes.filter(({ change }) => isRestoring(report, change)).length : 0;
  return changes.length - restoring + uncounted - (worst?.isChange === true ? 1 : 0);
}

function firstRunLead({ handled }: ControlsReport): string {
  return handled === undefined
    ? 'The controls have no history yet. From now on every change is reported within minutes.'
    : `The controls are watched from now on. ${counted(handled.count, 'revision is', 'revisions are')} stored as evidence; every change after them is reported within minutes.`;
}

function firstRunSections(
  { handled, steps, baseline }: ControlsReport,
  { timeZone }: ControlsAudience,
): readonly MailSection[] {
  const newest = steps.at(-1);
  return [
    ...(handled === undefined || newest === undefined
      ? []
      : [
          {
            kind: 'facts',
            facts: [
              { label: 'Revisions', value: `${handled.from} to ${handled.through}` },
              { label: 'Newest one', value: `${newest.revision}, by ${identityOf(newest.actor)}` },
              { label: 'Made', value: instantText(newest.updatedAt, timeZone) },
            ],
          } as const,
        ]),
    ...notes('What to do', [
      ...(newest === undefined || baseline?.approved !== undefined
        ? []
        : [
            `Check the settings in force. If they are right, approve them, so that every deviation is reported: npx curfew controls baseline approve ${newest.revision}`,
          ]),
      'In the settings, name who may change the controls (controls.approvedChangers), when people work (controls.workingHours) and who is notified (controls.securityContacts).',
    ]),
  ];
}
