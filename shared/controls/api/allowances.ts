import { authorOf, type Operations } from '../../kernel/api/operation.ts';
import { Problem, type FieldProblem } from '../../kernel/api/problem.ts';
import { plainText } from '../../kernel/texts/plain-text.ts';
import { addDays, isDay } from '../../kernel/time/day.ts';
import { grantedDocument, grantedTable, isCurrent, type GrantedRow } from '../../terminal/records/granted-rows.ts';
import type { AnnouncementOrder } from '../announcements/announcement-order.ts';
import { announcementStatus, type Announcement } from '../announcements/announcement.ts';
import { announcementRecord } from '../contract/announcement.ts';
import { exceptionRecord } from '../contract/control-exception.ts';
import type { controlsContract } from '../contract/controls-contract.ts';
import { exceptionStatus, type ControlException } from '../exceptions/control-exception.ts';
import { allowanceTerms, type ExceptionOrder } from '../exceptions/exception-order.ts';
import { addException, announceChange, endAnnouncement, endException } from '../use-cases/decide-on-controls.ts';
import { revisionsUnder } from '../use-cases/read-revisions.ts';
import { asServed, decisionPorts, revisionRules } from './stored-controls.ts';

// What is allowed for a time: exceptions from the baseline, and announced changes.

type Controls = Operations<typeof controlsContract>;

/** Those in force or to come; with `all`, those that are over too. */
export const listedExceptions: Controls['listExceptions'] = async ({ installation, nowMs }, { all }) => {
  const rows = (await installation.decisions.listExceptions())
    .toSorted((a, b) => Date.parse(a.expires) - Date.parse(b.expires) || (a.id < b.id ? -1 : 1))
    .map((exception) => exceptionRow(exception, nowMs))
    .filter((row) => all !== undefined || isCurrent(row));
  const nothing = all === undefined ? 'No exception is in force; --all shows past ones.' : 'There are no exceptions.';
  return {
    document: { rows: rows.map((row) => grantedDocument(exceptionRecord, row)), next: null },
    text: (style) => (rows.length === 0 ? nothing : grantedTable(exceptionRecord, rows, style)),
  };
};

/** A permission for a control to be other than approved, until it expires. A day is meant to its end. */
export const addedException: Controls['addException'] = async (work, { body }) => {
  const { from, expires, ...rest } = body as ExceptionOrder;
  const order = { ...rest, from: isDay(from) ? `${from}T00:00:00Z` : from, expires: endOf(expires) };
  const outcome = await addException(decisionPorts(work), order, authorOf(work));
  if (outcome.kind === 'refused') {
    throw refused(outcome.problems);
  }
  const { exception } = outcome;
  return {
    document: grantedDocument(exceptionRecord, exceptionRow(exception, work.nowMs)),
    text: () =>
      plainText(
        `Exception ${exception.id}: ${exception.pattern} may deviate until ${exception.expires}, and ${exception.owner} answers for it. Its end is told.`,
      ),
  };
};

/** Ends one before its time. */
export const endedException: Controls['endException'] = async (work, { id }) => {
  const outcome = await endException(decisionPorts(work), id, authorOf(work));
  switch (outcome.kind) {
    case 'ended':
      return {
        document: grantedDocument(exceptionRecord, exceptionRow(outcome.grant, work.nowMs)),
        text: () => plainText(`The exception ${outcome.grant.ticket} is over: the control has to be as approved.`),
      };
    case 'unchanged':
      throw new Problem('conflict', 'That exception is over already; see "exceptions list --all"');
    case 'not-there':
      throw new Problem('not-found', 'There is no exception of that id; see "exceptions list --all"');
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
    .map((announcement) => announcementRow(announcement, nowMs))
    .filter((row) => all !== undefined || isCurrent(row));
  const unused = rows.filter(({ status, noted }) => status === 'expired' && !made.has(noted.id));
  const nothing = all === undefined ? 'Nothing is announced; --all shows what is over.' : 'Nothing was announced.';
  return {
    document: {
      rows: rows.map((row) => ({
        ...grantedDocument(announcementRecord, row),
        revisions: [...(made.get(row.noted.id) ?? [])],
      })),
      next: null,
    },
    text: (style) =>
      rows.length === 0
        ? nothing
        : [grantedTable(announcementRecord, rows, style), ...madeLines(rows, made), ...unused.map(unusedLine)].join(
            '\n',
          ),
  };
};

/** A change that is going to be made. */
export const addedAnnouncement: Controls['announceChange'] = async (work, { body }) => {
  const { until, ...rest } = body as AnnouncementOrder;
  const outcome = await announceChange(decisionPorts(work), { ...rest, until: endOf(until) }, authorOf(work));
  if (outcome.kind === 'refused') {
    throw refused(outcome.problems);
  }
  const { announcement } = outcome;
  const what = announcement.values.length === 0 ? '' : `, ${announcement.values.join(', ')}`;
  return {
    document: grantedDocument(announcementRecord, announcementRow(announcement, work.nowMs)),
    text: () =>
      plainText(
        `Announcement ${announcement.id}: ${announcement.pattern}${what}, until ${announcement.until}, by ${announcement.by ?? 'anybody'}. What goes further is reported as ever.`,
      ),
  };
};

/** Takes one back. */
export const endedAnnouncement: Controls['endAnnouncement'] = async (work, { id }) => {
  const outcome = await endAnnouncement(decisionPorts(work), id, authorOf(work));
  switch (outcome.kind) {
    case 'ended':
      return {
        document: grantedDocument(announcementRecord, announcementRow(outcome.grant, work.nowMs)),
        text: () =>
          plainText(`The announcement ${outcome.grant.ticket} is taken back: the change is reported as any other.`),
      };
    case 'unchanged':
      throw new Problem('conflict', 'That announcement is over already; see "controls announcements list --all"');
    case 'not-there':
      throw new Problem('not-found', 'There is no announcement of that id; see "controls announcements list --all"');
    case 'stale':
      throw new Problem('conflict', outcome.problem);
  }
};

function exceptionRow(exception: ControlException, nowMs: number): GrantedRow<ExceptionOrder> {
  return { terms: allowanceTerms(exception), noted: exception, status: exceptionStatus(exception, nowMs) };
}

type AnnouncementRow = GrantedRow<AnnouncementOrder>;

function announcementRow(announcement: Announcement, nowMs: number): AnnouncementRow {
  return {
    terms: allowanceTerms(announcement),
    noted: announcement,
    status: announcementStatus(announcement, nowMs),
  };
}

function madeLines(rows: readonly AnnouncementRow[], made: ReadonlyMap<string, readonly number[]>): readonly string[] {
  return rows.flatMap(({ noted, terms }) => {
    const revisions = made.get(noted.id);
    return revisions === undefined
      ? []
      : [plainText(`${noted.id} (${terms.ticket}): made with revision ${revisions.join(', ')}.`)];
  });
}

function unusedLine({ noted, terms }: AnnouncementRow): string {
  return plainText(`${noted.id} (${terms.ticket}): over, and no change was made under it.`);
}

/** A day is meant to its end. */
function endOf(text: string): string {
  return isDay(text) ? `${addDays(text, 1)}T00:00:00Z` : text;
}

function refused(problems: readonly FieldProblem[]): Problem {
  const fields = problems.map(({ field, problem }) => ({ field, problem }));
  return new Problem('invalid-input', fields.map(({ field, problem }) => `${field} ${problem}`).join('; '), { fields });
}
