import { clipped } from '../../control-diff/words/phrases.ts';
import { compareSeverity, type Severity } from '../../notifications/severity.ts';
import type { Loosening } from '../alerts/loosening.ts';
import { describeRestored } from '../alerts/watch-loosenings.ts';
import type { ControlsReport, ControlStep, ReportedDeviation } from '../controls-report.ts';
import { describeSpan, spanMs } from '../findings/finding.ts';
import { alarmTerms, describeAlarm, type HistoryAlarm } from '../history/history-alarm.ts';
import { lastingChanges } from './changes/loud-changes.ts';
import { nameOf, topicOf } from './words.ts';

/** Whether a report needs a mail: changes of format and dormant ones are only recorded. */
export function isWorthMailing(report: ControlsReport): boolean {
  const { kind, steps, findings, alarms, over, restored = [], baseline } = report;
  return (
    kind === 'first-run' ||
    steps.some(({ changes, changesMore }) => changesMore > 0 || changes.some(({ quiet }) => quiet === undefined)) ||
    movedDeviations(report).length > 0 ||
    findings.length + alarms.length + over.length + restored.length + (baseline?.expired.length ?? 0) > 0
  );
}

export interface Headline {
  readonly severity: Severity;
  /** The severity before circumstances or reach raised it. */
  readonly baseSeverity?: Severity | undefined;
  readonly isChange: boolean;
  readonly isRestored?: true;
  readonly isAnnounced?: boolean;
  /** For the subject: no value of a setting. */
  readonly topic: string;
  readonly sentence: string;
}

/**
 * Returns what a report says, sorted by own severity, then by the raised one, like its entries: a circumstance such as
 * night does not put a change before a worse one at noon. Of equal severity changes come first.
 */
export function headlinesOf(report: ControlsReport): readonly Headline[] {
  return [...changeHeadlines(report), ...alarmHeadlines(report), ...findingHeadlines(report), ...driftHeadlines(report)]
    .concat(report.over.map(overHeadline), restoredHeadlines(report))
    .toSorted(
      (a, b) =>
        Number(isSlight(a)) - Number(isSlight(b)) ||
        // A restoration comes before minor changes: the recipient of its alert waits for it.
        Number(b.isRestored === true) - Number(a.isRestored === true) ||
        compareSeverity(a.baseSeverity ?? a.severity, b.baseSeverity ?? b.severity) ||
        compareSeverity(a.severity, b.severity) ||
        Number(a.isAnnounced === true) - Number(b.isAnnounced === true),
    );
}

function isSlight({ severity }: Headline): boolean {
  return severity === 'low' || severity === 'info';
}

/** Returns the highest severity in a report. Announced changes count only if critical. */
export function severityOfReport(report: ControlsReport): Severity {
  const [worst] = headlinesOf(report)
    .map(({ severity, isAnnounced = false }) => (isAnnounced && severity !== 'critical' ? 'info' : severity))
    .toSorted(compareSeverity);
  return worst ?? 'info';
}

function changeHeadlines(report: ControlsReport): readonly Headline[] {
  return lastingChanges(report).map(({ change, step }) => ({
    isChange: true,
    severity: change.severity,
    baseSeverity: change.baseSeverity,
    isAnnounced: change.announced !== undefined,
    topic: `${change.announced === undefined ? '' : `announced (${clipped(change.announced.ticket)}), `}${change.direction}: ${topicOf(change.field)}, by ${nameOf(step.actor)}, revision ${step.revision}`,
    sentence: change.sentence,
  }));
}

function alarmHeadlines({ alarms }: ControlsReport): readonly Headline[] {
  return alarms.map((alarm) => {
    const [severity, topic] = alarmTerms[alarm.kind];
    return { isChange: false, severity, topic, sentence: describeAlarm(alarm) };
  });
}

function findingHeadlines({ findings }: ControlsReport): readonly Headline[] {
  return findings.map(({ severity, kind, actor, sentence }) => ({
    isChange: false,
    severity,
    topic: `${kind.replaceAll('-', ' ')}, by ${nameOf(actor)}`,
    sentence,
  }));
}

function driftHeadlines(report: ControlsReport): readonly Headline[] {
  const drifts = movedDeviations(report).map(({ deviation: { standing, path, changes } }): Headline => {
    const [change] = changes;
    const topic = topicOf(change?.field ?? path);
    return standing === 'fixed' || change === undefined
      ? {
          isChange: false,
          severity: 'info',
          topic: `${topic} is as approved again`,
          sentence: `${topic} is as approved again.`,
        }
      : { isChange: false, severity: change.severity, topic: `${topic} is not as approved`, sentence: change.sentence };
  });
  const expired = (report.baseline?.expired ?? []).map(({ exception: { ticket, pattern } }): Headline => ({
    isChange: false,
    severity: 'medium',
    topic: `exception ${ticket} expired`,
    sentence: `The exception ${ticket} for ${pattern} expired: the control has to be as approved from now on.`,
  }));
  return [...drifts, ...expired];
}

function restoredHeadlines({ restored = [], steps }: ControlsReport): readonly Headline[] {
  const last = steps.at(-1);
  return restored.map((each) => ({
    isChange: false,
    isRestored: true,
    severity: 'info',
    topic: `Resolved: ${describeRestored(each)}`,
    sentence: `Resolved: ${describeRestored(each)}${last === undefined ? '' : `, ${openFor(each, last)}`}.`,
  }));
}

function openFor({ updatedAt }: Loosening, last: ControlStep): string {
  const openMs = spanMs(updatedAt, last.updatedAt);
  return `by ${nameOf(last.actor)}${openMs === undefined ? '' : ` after ${describeSpan(openMs)}`}`;
}

function overHeadline(alarm: HistoryAlarm): Headline {
  const [, topic] = alarmTerms[alarm.kind];
  return {
    isChange: false,
    severity: 'info',
    topic: `resolved: ${topic}`,
    sentence: `Resolved: ${describeAlarm(alarm)}`,
  };
}

function movedDeviations({ baseline }: ControlsReport): readonly ReportedDeviation[] {
  const deviations = baseline?.deviations ?? [];
  return deviations.filter(({ deviation }) => deviation.standing !== 'standing' || deviation.hasMoved);
}
