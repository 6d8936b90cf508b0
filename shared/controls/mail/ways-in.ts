import type { ContentLink, MailSection } from '../../mail/content.ts';
import { mailLink } from '../../mail/mail-link.ts';
import { formatLinked } from '../alerts/linked-subject.ts';
import type { ControlsAudience, ControlsReport } from '../controls-report.ts';
import { alarmIdOf } from '../history/history-alarm.ts';
import { alarmConditionId } from '../history/observe-alarms.ts';
import { severityOfReport } from './headlines.ts';

const alarmsMax = 2;

/** Links from a mail to a page that asks for acknowledgement, and to the console's page. */
export function waysIn(report: ControlsReport, { door, console: page }: ControlsAudience): readonly MailSection[] {
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
