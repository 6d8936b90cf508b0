import { severities, type Severity } from '../control-change.ts';
import type { ControlsReport } from '../controls-report.ts';
import { describeAlarm, type HistoryAlarm } from '../history/history-alarm.ts';
import { toldChanges } from './told-changes.ts';
import { nameOf, topicOf } from './words.ts';

/** Something that a report is about, as the subject and the first sentence name it. */
export interface Matter {
  readonly severity: Severity;
  readonly isChange: boolean;
  /** For the subject: no value of a setting. */
  readonly topic: string;
  /** In full, the effect first. */
  readonly sentence: string;
}

const alarmTopics: Readonly<Record<HistoryAlarm['kind'], readonly [Severity, string]>> = {
  rewritten: ['critical', 'history of the controls rewritten'],
  shrank: ['high', 'history of the controls shrank'],
  restarted: ['high', 'history of the controls counts anew'],
  gap: ['high', 'gap in the history of the controls'],
  'went-back': ['medium', 'time goes back in the history of the controls'],
  unreadable: ['high', 'a change of the controls cannot be read'],
  unwatched: ['high', 'the controls cannot be watched'],
};

/** What there is to tell, worst first; of equal gravity changes come before all else. */
export function mattersOf(report: ControlsReport): readonly Matter[] {
  return [...changeMatters(report), ...alarmMatters(report), ...findingMatters(report), ...driftMatters(report)]
    .concat(report.over.map(overMatter))
    .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

function changeMatters(report: ControlsReport): readonly Matter[] {
  return toldChanges(report).map(({ change, step }) => ({
    isChange: true,
    severity: change.severity,
    topic: `${change.direction}: ${topicOf(change.field)}, by ${nameOf(step.actor)}, revision ${step.revision}`,
    sentence: change.sentence,
  }));
}

function alarmMatters({ alarms }: ControlsReport): readonly Matter[] {
  return alarms.map((alarm) => {
    const [severity, topic] = alarmTopics[alarm.kind];
    return { isChange: false, severity, topic, sentence: describeAlarm(alarm) };
  });
}

function findingMatters({ findings }: ControlsReport): readonly Matter[] {
  return findings.map(({ severity, kind, actor, sentence }) => ({
    isChange: false,
    severity,
    topic: `${kind.replaceAll('-', ' ')}, by ${nameOf(actor)}`,
    sentence,
  }));
}

function driftMatters({ baseline }: ControlsReport): readonly Matter[] {
  const moved = (baseline?.deviations ?? []).filter(
    ({ deviation }) => deviation.standing !== 'standing' || deviation.hasMoved,
  );
  const drifts = moved.map(({ deviation: { standing, path, changes } }): Matter => {
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
  const expired = (baseline?.expired ?? []).map(({ exception: { ticket, pattern } }): Matter => ({
    isChange: false,
    severity: 'medium',
    topic: `exception ${ticket} expired`,
    sentence: `The exception ${ticket} for ${pattern} expired: the control has to be as approved from now on.`,
  }));
  return [...drifts, ...expired];
}

function overMatter(alarm: HistoryAlarm): Matter {
  const [, topic] = alarmTopics[alarm.kind];
  return { isChange: false, severity: 'info', topic: `over: ${topic}`, sentence: `Over: ${describeAlarm(alarm)}` };
}
