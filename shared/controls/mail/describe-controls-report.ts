import { capital } from '../../kernel/texts/capital.ts';
import { counted } from '../../kernel/texts/counted.ts';
import { grouped } from '../../kernel/texts/grouped.ts';
import type { MailContent, MailSection } from '../../mail/content.ts';
import { printable } from '../../mail/printable.ts';
import { isRestoring } from '../alerts/watch-loosenings.ts';
import type { ControlsReport, ControlsAudience } from '../controls-report.ts';
import { baselineSections } from './baseline-sections.ts';
import {
  alarmSection,
  changeSections,
  findingSection,
  netSection,
  resolvedSection,
  quietSections,
  unknownSection,
  notes,
} from './changes/change-sections.ts';
import { lastingChanges } from './changes/loud-changes.ts';
import { rawDifference } from './changes/raw-difference.ts';
import { footOf } from './foot.ts';
import { headlinesOf, severityOfReport, type Headline } from './headlines.ts';
import { waysIn } from './ways-in.ts';
import { whatToDo } from './what-to-do.ts';
import { everyStep, whoAndWhen } from './who-and-when.ts';
import { instantText, identityOf } from './words.ts';

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
            `Look at the settings in force, and approve them if they are as they should be: curfew controls baseline approve ${newest.revision}. From then on every deviation is reported.`,
          ]),
      'In the settings, name who may change the controls (controls.approvedChangers), when people work (controls.workingHours) and who is notified (controls.securityContacts).',
    ]),
  ];
}
