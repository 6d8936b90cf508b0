import { expect, test } from 'vitest';

import { alarmKinds } from '../../../shared/controls/history/history-alarm.ts';
import { lookedForIn } from '../../../shared/controls/history/observe-alarms.ts';
import { jobs } from '../../../shared/jobs.ts';
import { observeRun } from '../../../shared/notifications/observe/observe-run.ts';
import {
  isEvidenceTopic,
  reportTopicNames,
  termsOf,
  topicNames,
  type AlertLease,
} from '../../../shared/notifications/topics.ts';
import { nothingFound } from './observed.ts';

function resolvable(lease: AlertLease): readonly string[] {
  return topicNames.filter((topic) => termsOf(topic).lease === lease && termsOf(topic).resolves === 'when-not-seen');
}

test('a nightly run says of every topic of its own whether it has looked for it', () => {
  const { lookedFor } = observeRun({ at: '2026-03-10T02:30:00.000Z', today: '2026-03-10', ...nothingFound });

  expect(Object.keys(lookedFor).toSorted()).toEqual(resolvable('limits').toSorted());
});

test('the watcher of the controls says of every topic of its own whether it has looked for it', () => {
  const lookedFor = lookedForIn([], { series: 1, isWhole: true });

  expect(Object.keys(lookedFor).toSorted()).toEqual(resolvable('controls').toSorted());
});

test('every topic is emitted by exactly one job, and every report is that of one', () => {
  const emitted = jobs.flatMap(({ emits }) => emits);
  const reported = jobs.flatMap(({ reports = [] }) => reports);

  expect(emitted.toSorted()).toEqual(topicNames.toSorted());
  expect(reported.toSorted()).toEqual(reportTopicNames.toSorted());
});

test('a job that emits topics may write conditions and notifications, and knows whom mail does not reach', () => {
  for (const { name, tables } of jobs.filter(({ emits }) => emits.length > 0)) {
    const granted = new Set(tables.map(({ table }) => table));

    expect({ name, alerts: granted.has('alerts'), recipients: granted.has('recipients') }).toEqual({
      name,
      alerts: true,
      recipients: true,
    });
  }
});

test('every alarm of the history has a topic, and every topic of the history an alarm', () => {
  const ofHistory = topicNames.filter((topic) => topic.startsWith('history-'));

  expect(alarmKinds.map((kind) => `history-${kind}`).toSorted()).toEqual(ofHistory.toSorted());
});

test('what is evidence is of the controls: those who decide on them explain it', () => {
  const evidence = topicNames.filter(isEvidenceTopic);

  expect(evidence.length).toBeGreaterThan(0);
  expect(evidence.filter((topic) => termsOf(topic).lease !== 'controls')).toEqual([]);
});
