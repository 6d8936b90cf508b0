import { grouped } from '../../../kernel/texts/amounts.ts';
import type { MailSection } from '../../../mail/content.ts';
import { describeRestored } from '../../alerts/watch-loosenings.ts';
import type { ControlChange } from '../../control-change.ts';
import type { ControlsReport } from '../../controls-report.ts';
import { describeAlarm } from '../../history/history-alarm.ts';
import { placeOf, ratingOf } from '../words.ts';
import { groupEntry } from './change-entry.ts';
import { deltaText } from './delta.ts';
import { quietChanges, loudChanges, type LoudChange } from './loud-changes.ts';

const entriesMax = 16;
const linesMax = 20;

export function changeSections(report: ControlsReport): readonly MailSection[] {
  const loud = loudChanges(report);
  if (loud.length === 0) {
    return [];
  }
  const count = loud.length + report.steps.reduce((sum, { changesMore }) => sum + changesMore, 0);
  const shown = groupedAlike(loud).slice(0, entriesMax);
  const left = count - shown.flat().length;
  return [
    {
      kind: 'entries',
      heading: count === 1 ? 'The change' : `${grouped(count)} changes, worst first`,
      entries: shown.map(groupEntry),
      ...(left > 0
        ? { more: `and ${grouped(left)} more; “npx curfew controls show REVISION” lists all of one revision` }
        : {}),
    },
  ];
}

/** This many changes of one field with equal direction and severity become one entry. */
const groupMin = 4;

function groupedAlike(changes: readonly LoudChange[]): readonly (readonly LoudChange[])[] {
  const alike = Map.groupBy(
    changes,
    ({ change, isUndone = false }) =>
      `${change.field} ${change.direction} ${change.severity} ${change.announced?.id ?? ''} ${isUndone ? 'undone' : ''}`,
  );
  return [...alike.values()].flatMap((group) => (group.length < groupMin ? group.map((each) => [each]) : [group]));
}

const quietReasons = {
  dormant: 'without effect while its switch is off',
  'format-only': 'only written differently',
  told: 'reported before with a later revision',
} as const satisfies Record<NonNullable<ControlChange['quiet']>, string>;

/** Returns the changes that are recorded without an alert of their own. */
export function quietSections(report: ControlsReport): readonly MailSection[] {
  const lines = quietChanges(report).map(({ change, step, isOneOfMany }) => {
    const why = quietReasons[change.quiet ?? 'format-only'];
    return `${placeOf(change)}, ${why}: ${deltaText(change)}${isOneOfMany ? ` · revision ${step.revision}` : ''}`;
  });
  return notes('Recorded, without effect now', lines);
}

export function netSection({ net, steps }: ControlsReport): readonly MailSection[] {
  if (net === undefined) {
    return [];
  }
  const { from, through, changes, changesMore } = net;
  const loud = changes.filter(({ quiet }) => quiet === undefined);
  const lines = [
    ...loud.map((change) => `${ratingOf(change)}: ${placeOf(change)}: ${deltaText(change)}`),
    ...(changesMore > 0 ? [`and ${grouped(changesMore)} more`] : []),
  ];
  const nothing = `Nothing remains changed: after ${grouped(steps.length)} steps the controls are as they were before.`;
  const range = `${from === undefined ? 'nothing' : `revision ${from}`} to revision ${through}`;
  return notes(`Net effect, ${range}`, lines.length === 0 ? [nothing] : lines);
}

export function findingSection({ findings }: ControlsReport): readonly MailSection[] {
  return notes(
    'What the changes mean together',
    findings.map(({ severity, sentence, revisions }) => `${severity}: ${sentence} (${revisionsText(revisions)})`),
  );
}

function revisionsText(revisions: readonly number[]): string {
  const [first, last] = [revisions[0], revisions.at(-1)];
  return first === last ? `revision ${first ?? ''}` : `revisions ${first ?? ''} to ${last ?? ''}`;
}

export function alarmSection({ alarms }: ControlsReport): readonly MailSection[] {
  return notes('What is wrong with the history', alarms.map(describeAlarm));
}

export function resolvedSection({ over, restored = [] }: ControlsReport): readonly MailSection[] {
  return notes('Resolved', [...over.map(describeAlarm), ...restored.map(describeRestored)]);
}

export function unknownSection(report: ControlsReport): readonly MailSection[] {
  const names = loudChanges(report).flatMap(({ change }) => (change.kind === 'unknown' ? [change.path] : []));
  return notes('Fields to look up', [
    ...[...new Set(names)].map((name) => `${name} is not documented: what it does is not known here.`),
    ...new Set(report.steps.flatMap(({ problems }) => problems)),
  ]);
}

/** A list of texts under a heading, of bounded length; nothing for none. */
export function notes(heading: string, lines: readonly string[]): readonly MailSection[] {
  const more = lines.length - linesMax;
  const shown = [...lines.slice(0, linesMax), ...(more > 0 ? [`and ${grouped(more)} more`] : [])];
  return lines.length === 0 ? [] : [{ kind: 'notes', heading, notes: shown }];
}
