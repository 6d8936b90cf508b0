import { authorOf, type Operations } from '../../kernel/api/operation.ts';
import { Problem, type FieldProblem } from '../../kernel/api/problem.ts';
import { grantedDocument, isCurrent } from '../../kernel/records/api/record-documents.ts';
import { addDays, isDay } from '../../kernel/time/day.ts';
import { type Announcement, type AnnouncementOrder, announcementStatus } from '../announcement.ts';
import { announcementRecord } from '../contract/announcement.ts';
import { exceptionRecord } from '../contract/control-exception.ts';
import type { controlsContract } from '../contract/controls-contract.ts';
import { allowanceTerms, type ControlException, type ExceptionOrder, exceptionStatus } from '../control-exception.ts';
import { addException, announceChange, endAnnouncement, endException } from '../use-cases/decide-on-controls.ts';
import { revisionsUnder } from '../use-cases/read-revisions.ts';
import { asServed, decisionPorts, revisionRules } from './stored-controls.ts';

// What is allowed for a time: exceptions from the baseline, and announced changes.

type Controls = Operations<typeof controlsContract>;

/** Those in force or to come; with `all`, those that are over too. */
export const listedExceptions: Controls['listExceptions'] = async ({ installation, nowMs }, { all }) => {
  const rows = (await installation.decisions.listExceptions())
    .toSorted((a, b) => Date.parse(a.expires) - Date.parse(b.expires) || (a.id < b.id ? -1 : 1))
    .map((exception) => exceptionDocument(exception, nowMs))
    .filter((row) => all !== undefined || isCurrent(row));
  return { document: { rows, next: null } };
};

/** A permission for a control to be other than approved, until it expires. A day is meant to its end. */
export const addedException: Controls['addException'] = async (work, { body }) => {
  const { from, expires, ...rest } = body as ExceptionOrder;
  const order = { ...rest, from: isDay(from) ? `${from}T00:00:00Z` : from, expires: endOf(expires) };
  const outcome = await addException(decisionPorts(work), order, authorOf(work));
  if (outcome.kind === 'refused') {
    throw refused(outcome.problems);
  }
  return { document: exceptionDocument(outcome.exception, work.nowMs) };
};

/** Ends one before its time. */
export const endedException: Controls['endException'] = async (work, { id }) => {
  const outcome = await endException(decisionPorts(work), id, authorOf(work));
  switch (outcome.kind) {
    case 'ended':
      return { document: exceptionDocument(outcome.grant, work.nowMs) };
    case 'unchanged':
      throw new Problem('conflict', 'That exception is over already; see "npx curfew exceptions list --all"');
    case 'not-there':
      throw new Problem('not-found', 'There is no exception of that id; see "npx curfew exceptions list --all"');
    case 'stale':
      throw new Problem('conflict', outcome.problem);
  }
};

/** Those that hold; with `all`, those that are over too. Each with its revisions. */
export const listedAnnouncements: Controls['listAnnouncements'] = async ({ installation, nowMs }, { all }) => {
  const announcements = await installation.decisions.listAnnouncements();
  const made = await revisionsUnder(asServed(installation), revisionRules(installation), announcements);
  const rows = announcements
    .toSorted((a, b) => Date.parse(a.until) - Date.parse(b.until) || (a.id < b.id ? -1 : 1))
    .map((each) => ({ ...announcementDocument(each, nowMs), revisions: [...(made.get(each.id) ?? [])] }))
    .filter((row) => all !== undefined || isCurrent(row));
  return { document: { rows, next: null } };
};

/** A change that is going to be made. */
export const addedAnnouncement: Controls['announceChange'] = async (work, { body }) => {
  const { until, ...rest } = body as AnnouncementOrder;
  const outcome = await announceChange(decisionPorts(work), { ...rest, until: endOf(until) }, authorOf(work));
  if (outcome.kind === 'refused') {
    throw refused(outcome.problems);
  }
  return { document: announcementDocument(outcome.announcement, work.nowMs) };
};

/** Takes one back. */
export const endedAnnouncement: Controls['endAnnouncement'] = async (work, { id }) => {
  const outcome = await endAnnouncement(decisionPorts(work), id, authorOf(work));
  switch (outcome.kind) {
    case 'ended':
      return { document: announcementDocument(outcome.grant, work.nowMs) };
    case 'unchanged':
      throw new Problem(
        'conflict',
        'That announcement is over already; see "npx curfew controls announcements list --all"',
      );
    case 'not-there':
      throw new Problem(
        'not-found',
        'There is no announcement of that id; see "npx curfew controls announcements list --all"',
      );
    case 'stale':
      throw new Problem('conflict', outcome.problem);
  }
};

function exceptionDocument(exception: ControlException, nowMs: number) {
  const status = exceptionStatus(exception, nowMs);
  return grantedDocument(exceptionRecord, { terms: allowanceTerms(exception), noted: exception, status });
}

function announcementDocument(announcement: Announcement, nowMs: number) {
  const status = announcementStatus(announcement, nowMs);
  return grantedDocument(announcementRecord, { terms: allowanceTerms(announcement), noted: announcement, status });
}

/** A day is meant to its end. */
function endOf(text: string): string {
  return isDay(text) ? `${addDays(text, 1)}T00:00:00Z` : text;
}

function refused(problems: readonly FieldProblem[]): Problem {
  const fields = problems.map(({ field, problem }) => ({ field, problem }));
  return new Problem('invalid-input', fields.map(({ field, problem }) => `${field} ${problem}`).join('; '), { fields });
}
