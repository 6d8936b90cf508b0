import type { MailContent, MailSection } from '../../mail/content.ts';
import { printable } from '../../mail/printable.ts';
import { grouped } from '../../texts/grouped.ts';
import type { ControlsReport } from '../controls-report.ts';
import type { ControlsAudience } from './audience.ts';
import { baselineSections } from './baseline-sections.ts';
import {
  alarmSection,
  changeSections,
  findingSection,
  netSection,
  resolvedSection,
  quietSections,
  unknownSection,
} from './changes/change-sections.ts';
import { firstRunLead, firstRunSections } from './describe-first-run.ts';
import { footOf } from './foot.ts';
import { headlinesOf, severityOfReport, type Headline } from './headlines.ts';
import { rawDifference } from './changes/raw-difference.ts';
import { loudChanges } from './changes/loud-changes.ts';
import { whatToDo } from './what-to-do.ts';
import { everyStep, whoAndWhen } from './who-and-when.ts';
import { capitalized } from './words.ts';

/** A report on the controls as a mail: CONTROLS.md, "The mail, top to bottom". The subject holds no value of a setting. */
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
    ...alarmSection(report),
    ...baselineSections(report, audience),
    ...unknownSection(report),
  ];
}

function subjectOf(report: ControlsReport, worst: Headline | undefined): string {
  if (report.kind === 'first-run') {
    const count = report.handled?.count ?? 0;
    return `Controls are watched from now on: ${grouped(count)} ${count === 1 ? 'revision' : 'revisions'} stored`;
  }
  const others = otherChanges(report, worst);
  const rest = others === 0 ? '' : ` (and ${grouped(others)} ${worst?.isChange === true ? 'more' : countedAs(others)})`;
  return worst === undefined
    ? 'Controls: nothing that needs a look'
    : `${capitalized(severityOfReport(report))}, ${worst.topic}${rest}`;
}

function toneOf(report: ControlsReport, worst: Headline | undefined): MailContent['tone'] {
  const severity = severityOfReport(report);
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
  const more = worst?.isChange === true ? 'more ' : '';
  const rest = others === 0 ? '' : ` And ${grouped(others)} ${more}${countedAs(others)}.`;
  return `${worst?.sentence ?? 'Nothing about the controls needs a look.'}${rest}`;
}

/** How many changes there are beside the headline that a mail begins with. */
function otherChanges(report: ControlsReport, worst: Headline | undefined): number {
  const uncounted = report.steps.reduce((sum, { changesMore }) => sum + changesMore, 0);
  return loudChanges(report).length + uncounted - (worst?.isChange === true ? 1 : 0);
}

function countedAs(changes: number): string {
  return changes === 1 ? 'change' : 'changes';
}
