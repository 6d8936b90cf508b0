import { compareSeverity, type Severity } from '../../notifications/severity.ts';
import type { Loosening } from '../alerts/loosening.ts';
import { describeRestored } from '../alerts/watch-loosenings.ts';
import type { ControlsReport, ControlStep, ReportedDeviation } from '../controls-report.ts';
import { clipped } from '../diff/words/phrases.ts';
import { describeSpan, spanMs } from '../findings/describe-span.ts';
import { alarmTerms, describeAlarm, type HistoryAlarm } from '../history/history-alarm.ts';
import { lastingChanges } from './changes/loud-changes.ts';
import { nameOf, topicOf } from './words.ts';

/** Whether a report is worth a mail: what is only written differently, or dormant, is recorded and no more. */
export function isWorthMailing(report: ControlsReport): boolean {
  const { kind, steps, findings, alarms, over, restored = [], baseline } = report;
  return (
    kind === 'first-run' ||
    steps.some(({ changes, changesMore }) => changesMore > 0 || changes.some(({ quiet }) => quiet === undefined)) ||
    movedDeviations(report).length > 0 ||
    findings.length + alarms.length + over.length + restored.length + (baseline?.expired.length ?? 0) > 0
  );
}

/** One thing that a report says, as the subject and the first sentence of its mail name it. */
export interface Headline {
  readonly severity: Severity;
  /** What it is by itself, where circumstances or its reach raised it. */
  readonly baseSeverity?: Severity | undefined;
  readonly isChange: boolean;
  /** What an alert was about is as it was before. */
  readonly isRestored?: true;
  /** It was announced before it was made. */
  readonly isAnnounced?: boolean;
  /** For the subject: no value of a setting. */
  readonly topic: string;
  /** In full, the effect first. */
  readonly sentence: string;
}

/**
 * What a report says, the worst by itself first, then by what raised it, as its entries stand: what a night or a stranger
 * raised does not go before what is grave at noon. Of equal severity changes come before all else.
 */
export function headlinesOf(report: ControlsReport): readonly Headline[] {
  return [...changeHeadlines(report), ...alarmHeadlines(report), ...findingHeadlines(report), ...driftHeadlines(report)]
    .concat(report.over.map(overHeadline), restoredHeadlines(report))
    .toSorted(
      (a, b) =>
        Number(isSlight(a)) - Number(isSlight(b)) ||
        // What is restored goes before all that is slight: it is what whoever got the alert waits for.
        Number(b.isRestored === true) - Number(a.isRestored === true) ||
        compareSeverity(a.baseSeverity ?? a.severity, b.baseSeverity ?? b.severity) ||
        compareSeverity(a.severity, b.severity) ||
        Number(a.isAnnounced === true) - Number(b.isAnnounced === true),
    );
}

function isSlight({ severity }: Headline): boolean {
  return severity === 'low' || severity === 'info';
}

/** The highest severity in a report. What was announced wakes nobody, unless it is critical. */
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

/** The deviations that are not as they were reported. */
function movedDeviations({ baseline }: ControlsReport): readonly ReportedDeviation[] {
  const deviations = baseline?.deviations ?? [];
  return deviations.filter(({ deviation }) => deviation.standing !== 'standing' || deviation.hasMoved);
}
