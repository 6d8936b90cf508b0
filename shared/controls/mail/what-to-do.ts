import { shellWord } from '../../kernel/texts/shell-word.ts';
import type { MailSection } from '../../mail/content.ts';
import type { ControlsReport, ControlsAudience } from '../controls-report.ts';
import { alarmIdOf, type HistoryAlarm } from '../history/history-alarm.ts';
import { notes } from './changes/change-sections.ts';
import { lastingChanges } from './changes/loud-changes.ts';
import { topicOf } from './words.ts';

const remediesMax = 6;
const contactsMax = 5;

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
  return [`Was it expected? Acknowledge it, with the reason: npx curfew controls ack ${which} --reason "…"`];
}

function undo(report: ControlsReport): readonly string[] {
  const remedies = new Map(
    lastingChanges(report)
      .filter(({ change }) => change.direction !== 'tightened' && change.remedy !== '')
      .map(({ change }) => [change.field, change.remedy]),
  );
  const shown = [...remedies].slice(0, remediesMax);
  return shown.map(([field, remedy], index) =>
    index === 0 ? `Not expected? ${topicOf(field)}: ${remedy}` : `${topicOf(field)}: ${remedy}`,
  );
}

function look({ steps, net }: ControlsReport): readonly string[] {
  const newest = steps.at(-1);
  const from = net?.from ?? newest?.previous?.revision;
  return newest === undefined || from === undefined
    ? []
    : [`See all of it: npx curfew controls diff ${from} ${net?.through ?? newest.revision}`];
}

/** An alarm of the history cannot be undone: its cause must be found and explained. */
function alarmsSeen({ alarms }: ControlsReport): readonly string[] {
  const [first] = alarms;
  const advice = new Set(alarms.map(adviceOnAlarm));
  return first === undefined
    ? []
    : [
        ...[...advice].slice(0, remediesMax),
        `Once it is explained: npx curfew controls ack ${alarmIdOf(first)} --reason "…"`,
      ];
}

function deviate({ baseline, steps }: ControlsReport): readonly string[] {
  const open = (baseline?.deviations ?? []).find(
    ({ deviation, exception }) => deviation.standing !== 'fixed' && exception === undefined,
  );
  const newest = steps.at(-1);
  return open === undefined
    ? []
    : [
        `Is a deviation meant for a time? npx curfew exceptions add ${shellWord(open.deviation.path)} --owner EMAIL --ticket ID --until DAY --reason "…"`,
        ...(newest === undefined ? [] : [`For good? npx curfew controls baseline approve ${newest.revision}`]),
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

/** The advice on an alarm of the history: its likely cause and whom to contact. */
export function adviceOnAlarm(alarm: HistoryAlarm): string {
  switch (alarm.kind) {
    case 'unwatched':
      return adviceOnFailure(alarm.problem);
    case 'shrank':
      return alarm.isEmpty === true
        ? 'The platform serves no history at all where it served one before: the API key may be of another organization, or the history was deleted. Compare it with the platform’s own page; what was stored is kept here.'
        : askPlatform;
    case 'unreadable':
      return 'The row is not of the documented form: look the revision up on the platform’s own page, and ask the platform what changed in the form.';
    case 'rewritten':
      return alarm.isTableChanged === true
        ? 'Find out who may write the tables of Curfew, and hold the evidence against its anchors: npx curfew controls verify'
        : askPlatform;
    case 'gap':
    case 'went-back':
    case 'restarted':
      return askPlatform;
  }
}

const askPlatform = 'Ask the platform about the history.';

const byStatus: ReadonlyMap<string, string> = new Map([
  [
    '401',
    'The platform refuses the API key (401): it is revoked, expired or mistyped. Put a valid one in its place, then: npx curfew doctor',
  ],
  [
    '403',
    'The API key may not read the history (403): its owner needs the role Manager or Owner (assumed). Use such a key, then: npx curfew doctor',
  ],
  [
    '429',
    'The platform limits how often it is asked (429). Nothing is to be done here unless it lasts: the history is read again every five minutes.',
  ],
]);

/** By HTTP status. The document shows none for this endpoint, so those of other endpoints are assumed. */
function adviceOnFailure(problem: string): string {
  const [status] = /\b[45]\d\d\b/u.exec(problem) ?? [];
  if (status === undefined) {
    return 'The platform could not be reached, or did not answer in full: check address, network and proxy with npx curfew doctor';
  }
  const refused = `The platform refuses the request (${status}): check the address of the platform and the API key with npx curfew doctor`;
  const failing = `The platform fails (${status}), and not the key or the settings: the history is read again every five minutes. When it lasts, ask the platform.`;
  return byStatus.get(status) ?? (status.startsWith('5') ? failing : refused);
}
