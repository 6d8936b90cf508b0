import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

import { expect, test } from 'vitest';

import { byHandJobs, type DeclaredJob, jobNamed, jobs, type JobName } from '../../../shared/jobs.ts';
import type { TableGrant } from '../../../shared/kernel/contract/tables.ts';
import type { JobDeclaration } from '../../../shared/kernel/runs/contract/job-declaration.ts';
import { reportTopicNames, topicNames } from '../../../shared/notifications/topics.ts';

test('every file of a function is declared in the list, under its own name', () => {
  const files = readdirSync('functions').map((file) => basename(file, '.ts'));

  // Two are no jobs: a caller waits for the admin API, and CloudFormation for the files of the console.
  const declared = [...jobs.map((job) => job.file), 'admin-api', 'place-console'];
  expect(declared.toSorted()).toEqual(files.toSorted());
});

test('two jobs have two names, and each is found by its own', () => {
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
  expect(jobs.map(({ name }) => jobNamed(name))).toEqual(jobs);
});

test('every job is started by something, and one that a person may start keeps a record of it', () => {
  const started = jobs.filter(
    ({ schedules = [], streams, mailEvents }) => schedules.length > 0 || streams !== undefined || mailEvents,
  );

  expect(started).toEqual(jobs);
  expect(byHandJobs.filter(({ recordsRuns }) => !recordsRuns)).toEqual([]);
});

test('every condition and every report is emitted by a job, and by one alone', () => {
  expect(jobs.flatMap(({ emits }) => emits).toSorted()).toEqual(topicNames.toSorted());
  expect(jobs.flatMap(({ reports = [] }) => reports).toSorted()).toEqual(reportTopicNames.toSorted());
});

test('what is misspelt or forgotten does not compile', () => {
  // @ts-expect-error: no condition has this topic
  const topics: JobDeclaration['emits'] = ['anomally'];
  // @ts-expect-error: no table has this name
  const table: TableGrant['table'] = 'budget';
  // @ts-expect-error: no action has this name
  const actions: TableGrant['actions'] = ['dynamodb:Get'];
  // @ts-expect-error: no kind of journal entry has this name
  const kinds: JobDeclaration['journal'] = ['mail-sent'];
  // @ts-expect-error: a job can only start one that is declared
  const started: DeclaredJob['starts'] = ['enforcing'];
  // @ts-expect-error: the other jobs have no line
  const handlers: Readonly<Record<JobName, string>> = { enforce: '' };

  expect([topics, table, actions, kinds, started, handlers]).toHaveLength(6);
});
