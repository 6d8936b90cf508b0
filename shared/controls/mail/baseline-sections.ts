import { grouped } from '../../kernel/texts/amounts.ts';
import type { MailEntry, MailSection } from '../../mail/content.ts';
import { describeBaseline } from '../baseline.ts';
import type { BaselineReport, ControlsReport, ReportedDeviation, ControlsAudience } from '../controls-report.ts';
import { describeSpan } from '../findings/finding.ts';
import { notes } from './changes/change-sections.ts';
import { deltaOf } from './changes/delta.ts';
import { instantText, ratingOf, toneOf, topicOf } from './words.ts';

const entriesMax = 20;
const weekMs = 7 * 86_400_000;

/** Returns how the controls deviate from the baseline, and which exceptions ended or will end soon. */
export function baselineSections(report: ControlsReport, audience: ControlsAudience): readonly MailSection[] {
  const { baseline } = report;
  if (baseline === undefined) {
    return [];
  }
  return [...deviationSection(baseline, audience), ...exceptionSection(baseline, report.at, audience)];
}

function deviationSection(
  { approved, deviations }: BaselineReport,
  audience: ControlsAudience,
): readonly MailSection[] {
  if (approved === undefined) {
    return [];
  }
  const heading = 'Against the approved baseline';
  const name = `The baseline is ${describeBaseline(approved)}.`;
  if (deviations.length === 0) {
    return notes(heading, ['Everything is as approved.', name]);
  }
  const entries = [...deviations].toSorted((a, b) => rankOf(a) - rankOf(b));
  const more = entries.length - entriesMax;
  return [
    {
      kind: 'entries',
      heading,
      entries: entries.slice(0, entriesMax).map((each) => deviationEntry(each, audience)),
      more: `${more > 0 ? `And ${grouped(more)} more deviations. ` : ''}${name}`,
    },
  ];
}

function rankOf({ deviation: { standing, hasMoved } }: ReportedDeviation): number {
  if (standing === 'standing') {
    return hasMoved ? 1 : 2;
  }
  return standing === 'new' ? 0 : 3;
}

function deviationEntry({ deviation, exception }: ReportedDeviation, { timeZone }: ControlsAudience): MailEntry {
  const { path, changes, standing, since, hasMoved } = deviation;
  const [change] = changes;
  const statusText = hasMoved ? 'standing, and moved further' : standing;
  const isFixed = standing === 'fixed' || change === undefined;
  return {
    title: topicOf(change?.field ?? path),
    name: path,
    rating: isFixed ? 'fixed · as approved again' : `${statusText} deviation · ${ratingOf(change)}`,
    tone: isFixed || exception !== undefined ? 'plain' : toneOf(change.severity),
    delta: isFixed ? [] : changes.flatMap(deltaOf),
    facts: [
      { label: isFixed ? 'Deviated from' : 'Deviates since', value: instantText(since, timeZone) },
      ...(exception === undefined
        ? []
        : [
            {
              label: 'Exception',
              value: `${exception.ticket}, ${exception.owner} answers for it until ${instantText(exception.expires, timeZone)}`,
            },
          ]),
    ],
  };
}

function exceptionSection(
  { expired, deviations }: BaselineReport,
  at: string,
  { timeZone }: ControlsAudience,
): readonly MailSection[] {
  const over = expired.map(
    ({ exception, expiredAt }) =>
      `Expired: ${exception.ticket} for ${exception.pattern}, of ${exception.owner}, at ${instantText(expiredAt, timeZone)}. The control has to be as approved from now on.`,
  );
  const inForce = new Map(
    deviations.flatMap(({ exception }) => (exception === undefined ? [] : [[exception.id, exception]])),
  );
  const ending = [...inForce.values()].flatMap(({ ticket, pattern, expires }) => {
    const leftMs = Date.parse(expires) - Date.parse(at);
    return leftMs > 0 && leftMs <= weekMs ? [`Expires in ${describeSpan(leftMs)}: ${ticket} for ${pattern}`] : [];
  });
  return notes('Exceptions', [...over, ...ending]);
}
