import { announceChange, endAnnouncement } from '../../shared/application/controls/decide-on-controls.ts';
import { revisionsUnder } from '../../shared/application/queries/read-revisions.ts';
import { announcementRecord } from '../../shared/contracts/records/announcement.ts';
import { announcementStatus, type Announcement } from '../../shared/domain/controls/announcements/announcement.ts';
import {
  announcementTerms,
  type AnnouncementOrder,
} from '../../shared/domain/controls/announcements/announcement-order.ts';
import type { PlainFields } from '../../shared/domain/records/record-kind.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import {
  grantedDocument,
  grantedTable,
  isCurrent,
  type GrantedRow,
} from '../../shared/terminal/records/granted-rows.ts';
import { givenAs, plainFromGiven, termsFrom, type Given } from '../records/record-options.ts';
import { asServed, decisionPorts, revisionRules } from './controls-work.ts';
import { endOf } from './exceptions.ts';

/** `controls announce PATH`: a change that is going to be made. */
export async function announceOne(context: CommandContext, given: Given): Promise<ExitCode> {
  const author = authorOf(context);
  const { plain } = plainFromGiven(announcementRecord, given);
  const asGiven = termsFrom(announcementRecord, plain);
  const order = { ...asGiven, until: endOf(asGiven.until) };
  const outcome = await withInstallation(context, async (installation) =>
    announceChange(decisionPorts(installation), order, author),
  );
  if (outcome.kind === 'refused') {
    const problems = outcome.problems.map(({ field, problem }) => `${givenAs(announcementRecord, field)} ${problem}`);
    throw wrongUsage(problems.join('\n'));
  }
  const { announcement } = outcome;
  const what = announcement.values.length === 0 ? '' : `, ${announcement.values.join(', ')}`;
  context.tell({
    json: announcementDocument(announcement, context.io.now()),
    text: plainText(
      `Announcement ${announcement.id}: ${announcement.pattern}${what}, until ${announcement.until}, by ${announcement.by ?? 'anybody'}. What goes further is reported as ever.`,
    ),
  });
  return exitCodes.done;
}

/** `controls announcements list`: those that hold; with `all`, those that are over too. Each with its revisions. */
export async function listAnnouncements(
  context: CommandContext,
  { all }: { readonly all: boolean },
): Promise<ExitCode> {
  const nowMs = context.io.now();
  const { announcements, made } = await withInstallation(context, async (installation) => {
    const listed = await installation.decisions.listAnnouncements();
    const under = await revisionsUnder(asServed(installation), revisionRules(installation), listed);
    return { announcements: listed, made: under };
  });
  const rows = announcements
    .toSorted((a, b) => Date.parse(a.until) - Date.parse(b.until) || (a.id < b.id ? -1 : 1))
    .map((announcement) => rowOf(announcement, nowMs))
    .filter((row) => all || isCurrent(row));
  const unused = rows.filter(({ status, noted }) => status === 'expired' && !made.has(noted.id));
  const nothing = all ? 'Nothing was announced.' : 'Nothing is announced; --all shows what is over.';
  context.tell({
    json: rows.map((row) => ({
      ...grantedDocument(announcementRecord, row),
      revisions: [...(made.get(row.noted.id) ?? [])],
    })),
    text:
      rows.length === 0
        ? nothing
        : [
            grantedTable(announcementRecord, rows, context.style),
            ...madeLines(rows, made),
            ...unused.map(unusedLine),
          ].join('\n'),
  });
  return exitCodes.done;
}

/** `controls announcements end ID`. */
export async function endOneAnnouncement(context: CommandContext, id: string): Promise<ExitCode> {
  const outcome = await withInstallation(context, async (installation) =>
    endAnnouncement(decisionPorts(installation), id, authorOf(context)),
  );
  switch (outcome.kind) {
    case 'ended':
      context.tell({
        json: announcementDocument(outcome.grant, context.io.now()),
        text: plainText(`The announcement ${outcome.grant.ticket} is taken back: the change is reported as any other.`),
      });
      return exitCodes.done;
    case 'unchanged':
      throw new CommandError('That announcement is over already; see "controls announcements list --all"');
    case 'not-there':
      throw new CommandError('There is no announcement of that id; see "controls announcements list --all"');
    case 'stale':
      throw new CommandError(outcome.problem);
  }
}

type Row = GrantedRow<AnnouncementOrder>;

function madeLines(rows: readonly Row[], made: ReadonlyMap<string, readonly number[]>): readonly string[] {
  return rows.flatMap(({ noted, terms }) => {
    const revisions = made.get(noted.id);
    return revisions === undefined
      ? []
      : [plainText(`${noted.id} (${terms.ticket}): made with revision ${revisions.join(', ')}.`)];
  });
}

function unusedLine({ noted, terms }: Row): string {
  return plainText(`${noted.id} (${terms.ticket}): over, and no change was made under it.`);
}

function rowOf(announcement: Announcement, nowMs: number): Row {
  return {
    terms: announcementTerms(announcement),
    noted: announcement,
    status: announcementStatus(announcement, nowMs),
  };
}

function announcementDocument(announcement: Announcement, nowMs: number): PlainFields {
  return grantedDocument(announcementRecord, rowOf(announcement, nowMs));
}
