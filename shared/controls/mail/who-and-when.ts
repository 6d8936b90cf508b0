import { grouped } from '../../kernel/texts/amounts.ts';
import type { Figure, MailSection } from '../../mail/content.ts';
import { severities } from '../../notifications/severity.ts';
import type { ControlChange } from '../control-change.ts';
import type { ControlsReport, ControlStep, ControlsAudience } from '../controls-report.ts';
import { describeSpan, spanMs } from '../findings/finding.ts';
import { instantText, identityOf, nameOf } from './words.ts';

const futureMsMax = 5 * 60_000;
const stepsMax = 24;
const actorsMax = 5;
/** From this number of changes, they are summarized by severity. */
const countedFrom = 8;

/** Authors, times and revisions of the changes, and how long they went unnoticed. */
export function whoAndWhen(report: ControlsReport, audience: ControlsAudience): readonly MailSection[] {
  const { steps } = report;
  const [first] = steps;
  if (first === undefined || report.kind === 'first-run') {
    return [];
  }
  const facts = steps.length === 1 ? oneStep(first, report, audience) : manySteps(report, audience);
  return [{ kind: 'facts', facts }];
}

export function everyStep({ steps, kind }: ControlsReport): readonly MailSection[] {
  if (steps.length < 2 || kind === 'first-run') {
    return [];
  }
  const shown = steps.slice(-stepsMax);
  const table = {
    columns: (['Revision', 'When', 'Who', 'Changes'] as const).map((title) => ({ title, align: 'left' as const })),
    rows: shown.map((step) => [
      `${step.revision}${oddity(step)}`,
      `${instantText(step.updatedAt)}${step.circumstances.hours === 'outside' ? ', outside working hours' : ''}`,
      `${nameOf(step.actor)}${step.circumstances.actor === 'not-approved' ? ' (not approved)' : ''}`,
      countText(step),
    ]),
    ...(steps.length > shown.length ? { more: `and ${grouped(steps.length - shown.length)} earlier ones` } : {}),
  };
  return [{ kind: 'table', heading: `Every step (${grouped(steps.length)})`, table }];
}

function oneStep(step: ControlStep, report: ControlsReport, audience: ControlsAudience): readonly Figure[] {
  const { actor, updatedAt, circumstances, revision } = step;
  const approval = { approved: ' — an approved changer', 'not-approved': ' — not an approved changer', unknown: '' };
  return [
    { label: 'Who', value: `${identityOf(actor)}${approval[circumstances.actor]}` },
    { label: 'When', value: `${instantText(updatedAt, audience.timeZone)}${hoursText(step)}` },
    {
      label: 'Revision',
      value: `${revision}, ${placeIn(step)}`,
    },
    ...noticed(updatedAt, report.at),
    ...(step.changes.length > countedFrom ? [{ label: 'Changes', value: countText(step) }] : []),
  ];
}

function oddity({ isLate, isRewritten, isBack }: ControlStep): string {
  return isLate
    ? ' (reported again)'
    : isRewritten === true
      ? ' (rewritten)'
      : isBack === true
        ? ' (served again)'
        : '';
}

function placeIn({ isRewritten, isBack, previous, revision }: ControlStep): string {
  if (isBack === true) {
    return previous?.revision === revision
      ? 'served with an earlier content again: who brought it back is not known'
      : `served as the newest again after ${previous?.revision ?? 'another'}: who brought it back is not known`;
  }
  if (isRewritten === true) {
    return 'rewritten after it was read';
  }
  return previous === undefined ? 'the first one known' : `after ${previous.revision}`;
}

function manySteps({ steps, handled, at }: ControlsReport, { timeZone }: ControlsAudience): readonly Figure[] {
  const people = [...Map.groupBy(steps, ({ actor }) => identityOf(actor))].map(
    ([identity, own]) =>
      `${identity}: ${grouped(own.length)} of ${grouped(steps.length)}${own.some(({ circumstances }) => circumstances.actor === 'not-approved') ? ', not an approved changer' : ''}`,
  );
  const [first, last] = [steps[0]?.updatedAt ?? at, steps.at(-1)?.updatedAt ?? at];
  const more = people.length - actorsMax;
  const from = handled?.from ?? steps[0]?.revision;
  return [
    ...people.slice(0, actorsMax).map((value, index) => ({ label: index === 0 ? 'Who' : 'And', value })),
    ...(more > 0 ? [{ label: 'And', value: `${grouped(more)} more` }] : []),
    { label: 'When', value: `${instantText(first, timeZone)} to ${instantText(last, timeZone)}` },
    { label: 'Revisions', value: `${from ?? ''} to ${handled?.through ?? steps.at(-1)?.revision ?? ''}` },
    ...noticedAfter([first, last], at),
  ];
}

function noticedAfter([first, last]: readonly [string, string], at: string): readonly Figure[] {
  const [longestMs, shortestMs] = [spanMs(first, at), spanMs(last, at)];
  return longestMs === undefined || shortestMs === undefined
    ? []
    : [
        {
          label: 'Noticed',
          value: `${describeSpan(longestMs)} after the first, ${describeSpan(shortestMs)} after the last`,
        },
      ];
}

function noticed(updatedAt: string, at: string): readonly Figure[] {
  if (Date.parse(updatedAt) - Date.parse(at) > futureMsMax) {
    return [{ label: 'Doubt', value: 'The platform dates this change after the moment at which it was read.' }];
  }
  const lateMs = spanMs(updatedAt, at);
  return lateMs === undefined ? [] : [{ label: 'Noticed', value: `${describeSpan(lateMs)} later` }];
}

function hoursText({ circumstances }: ControlStep): string {
  const texts = { inside: ', within working hours', outside: ', outside working hours', unknown: '' };
  return texts[circumstances.hours];
}

function countText({ changes, changesMore }: ControlStep): string {
  const loud = changes.filter((change: ControlChange) => change.quiet === undefined);
  const counts = severities.flatMap((severity) => {
    const count = loud.filter((change) => change.severity === severity).length;
    return count === 0 ? [] : [`${grouped(count)} ${severity}`];
  });
  const more = changesMore === 0 ? [] : [`${grouped(changesMore)} more`];
  const all = [...counts, ...more];
  return all.length === 0 ? 'nothing with an effect' : all.join(', ');
}
