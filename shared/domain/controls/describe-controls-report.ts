import type { MailContent, MailSection } from '../mail/content.ts';
import { grouped } from '../texts/grouped.ts';
import type { ControlChange, Severity } from './control-change.ts';
import { severities } from './control-change.ts';
import type { ControlsReport, ControlStep } from './controls-report.ts';
import { describeAlarm } from './history/history-alarm.ts';
import type { Actor } from './revision.ts';

const notesMax = 200;

/** A report on the controls in plain words. Subjects hold no value of a setting. */
export function describeControlsReport(report: ControlsReport): MailContent {
  return {
    subject: subjectOf(report),
    tone: toneOf(report),
    lead: leadOf(report),
    sections: [
      ...notes('What is wrong with the history', report.alarms.map(describeAlarm)),
      ...report.steps.flatMap(stepSections),
      ...notes('All steps together', report.net?.changes.map(({ sentence }) => sentence) ?? []),
      ...notes(
        'What the steps mean together',
        report.findings.map(({ sentence }) => sentence),
      ),
      ...notes('Compared with what was approved', driftLines(report)),
      ...notes('What is over', report.over.map(describeAlarm)),
    ],
    foot: [
      ...(report.evidence === undefined ? [] : [`Evidence: link ${report.evidence.seq}, hash ${report.evidence.hash}`]),
      `Run ${report.runId}, report ${report.reportId}. You get this because you are told of changes of the controls.`,
    ],
  };
}

function subjectOf(report: ControlsReport): string {
  if (report.kind === 'first-run') {
    return 'Controls: the history is stored and watched from now on';
  }
  const [worst] = worstFirst(report);
  const newest = report.steps.at(-1);
  if (worst === undefined || newest === undefined) {
    return report.alarms.length > 0
      ? 'Controls: something is wrong with their history'
      : 'Controls: what was approved and what is over';
  }
  return `Controls, ${worst.severity}: ${worst.field} ${worst.direction} by ${nameOf(newest.actor)}, revision ${newest.revision}`;
}

function toneOf(report: ControlsReport): MailContent['tone'] {
  const worst: Severity = worstFirst(report)[0]?.severity ?? 'info';
  if (report.alarms.length > 0 || worst === 'critical' || worst === 'high') {
    return 'bad';
  }
  return worst === 'info' ? 'good' : 'warning';
}

function leadOf(report: ControlsReport): string {
  const { kind, handled, alarms, over } = report;
  if (kind === 'first-run') {
    return handled === undefined
      ? 'There is no revision of the controls yet. From now on every change is told.'
      : `${grouped(handled.count)} revisions of the controls (${handled.from} to ${handled.through}) are stored as evidence. From now on every change is told.`;
  }
  const [worst] = worstFirst(report);
  const [alarm] = [...alarms, ...over];
  const ofAlarm = alarm === undefined ? 'The controls were changed.' : describeAlarm(alarm);
  return worst?.sentence ?? ofAlarm;
}

function worstFirst({ steps }: ControlsReport): readonly ControlChange[] {
  return steps
    .flatMap(({ changes }) => changes)
    .filter(({ quiet }) => quiet === undefined)
    .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

function stepSections(step: ControlStep): readonly MailSection[] {
  const after = step.previous === undefined ? 'the first one' : `after ${step.previous.revision}`;
  const heading = `Revision ${step.revision}, ${after}, by ${nameOf(step.actor)} at ${step.updatedAt}${step.isLate ? ', told anew' : ''}`;
  const more = step.changesMore === 0 ? [] : [`and ${grouped(step.changesMore)} changes more`];
  const sentences = step.changes.map(({ severity, direction, sentence }) => `${severity}, ${direction}: ${sentence}`);
  return notes(heading, [...sentences, ...more, ...step.problems]);
}

function driftLines({ baseline }: ControlsReport): readonly string[] {
  const drifts = baseline?.deviations.map(({ deviation, exception }) => {
    const until = exception === undefined ? '' : ` (exception ${exception.ticket} until ${exception.expires})`;
    return deviation.standing === 'fixed'
      ? `${deviation.path} is as approved again`
      : `${deviation.standing}: ${deviation.path} is not as approved since ${deviation.since}${until}`;
  });
  const expired = baseline?.expired.map(
    ({ exception, expiredAt }) =>
      `The exception ${exception.ticket} for ${exception.pattern} of ${exception.owner} expired at ${expiredAt}`,
  );
  return [...(drifts ?? []), ...(expired ?? [])];
}

function nameOf({ name, email, id }: Actor): string {
  return [name, email, id].find((each) => each !== undefined && each !== '') ?? 'somebody unknown';
}

function notes(heading: string, lines: readonly string[]): readonly MailSection[] {
  return lines.length === 0 ? [] : [{ kind: 'notes', heading, notes: lines.slice(0, notesMax) }];
}
