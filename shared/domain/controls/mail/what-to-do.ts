import type { MailSection } from '../../mail/content.ts';
import type { ControlsReport } from '../controls-report.ts';
import { alarmIdOf } from '../history/history-alarm.ts';
import { adviceOnAlarm } from './advice-on-alarm.ts';
import type { ControlsAudience } from './audience.ts';
import { notes } from './changes/change-sections.ts';
import { loudChanges } from './changes/loud-changes.ts';
import { topicOf } from './words.ts';

const remediesMax = 6;
const contactsMax = 5;

/** Whether it was expected and how to say so, how to undo it, and whom to call. */
export function whatToDo(report: ControlsReport, audience: ControlsAudience): readonly MailSection[] {
  return notes('What to do', [
    ...acknowledge(report),
    ...undo(report),
    ...look(report),
    ...alarmsSeen(report),
    ...deviate(report),
    ...help(audience),
  ]);
}

function acknowledge({ steps, kind }: ControlsReport): readonly string[] {
  const revisions = steps.filter(({ isLate }) => !isLate).map(({ revision }) => revision);
  const [first, last] = [revisions[0], revisions.at(-1)];
  if (first === undefined || last === undefined || kind === 'first-run') {
    return [];
  }
  const which = first === last ? `${first}` : `${first}-${last}`;
  return [`Was it expected? Acknowledge it, with the reason: curfew controls ack ${which} --reason "…"`];
}

function undo(report: ControlsReport): readonly string[] {
  const remedies = new Map(
    loudChanges(report)
      .filter(({ change }) => change.direction !== 'tightened' && change.remedy !== '')
      .map(({ change }) => [change.field, change.remedy]),
  );
  const shown = [...remedies].slice(0, remediesMax);
  return shown.map(([field, remedy], index) =>
    index === 0 ? `Not expected? ${topicOf(field)}: ${remedy}` : `${topicOf(field)}: ${remedy}`,
  );
}

/** The command that shows the whole difference. */
function look({ steps, net }: ControlsReport): readonly string[] {
  const newest = steps.at(-1);
  const from = net?.from ?? newest?.previous?.revision;
  return newest === undefined || from === undefined
    ? []
    : [`See all of it: curfew controls diff ${from} ${net?.through ?? newest.revision}`];
}

/** An alarm of the history is no change that could be undone: its cause is looked for, and somebody says what came out. */
function alarmsSeen({ alarms }: ControlsReport): readonly string[] {
  const [first] = alarms;
  const advice = new Set(alarms.map(adviceOnAlarm));
  return first === undefined
    ? []
    : [
        ...[...advice].slice(0, remediesMax),
        `Once it is explained: curfew controls ack ${alarmIdOf(first)} --reason "…"`,
      ];
}

/** The two ways in which a deviation that is meant stops being one. */
function deviate({ baseline, steps }: ControlsReport): readonly string[] {
  const open = (baseline?.deviations ?? []).find(
    ({ deviation, exception }) => deviation.standing !== 'fixed' && exception === undefined,
  );
  const newest = steps.at(-1);
  return open === undefined
    ? []
    : [
        `Is a deviation meant for a time? curfew exceptions add ${open.deviation.path} --owner EMAIL --ticket ID --until DAY --reason "…"`,
        ...(newest === undefined ? [] : [`For good? curfew controls baseline approve ${newest.revision}`]),
      ];
}

function help({ runbook, contacts }: ControlsAudience): readonly string[] {
  const shown = contacts.slice(0, contactsMax);
  const more = contacts.length - shown.length;
  return [
    ...(runbook === undefined ? [] : [`The runbook: ${runbook}`]),
    ...(shown.length === 0 ? [] : [`Whom to call: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]),
  ];
}
