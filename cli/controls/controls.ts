import type { RevisionDocument, RevisionsDocument } from '../../shared/controls/contract/controls-documents.ts';
import { identityOf, nameOf } from '../../shared/controls/mail/words.ts';
import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { ownChangeText } from '../../shared/kernel/texts/own-change.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { dayText, minuteText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { dayIn } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { showAnswer } from '../frame/connection/show-answer.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { changesText } from './describe-changes.ts';
import { changeIn } from './describe-check.ts';

const columns = [
  { title: 'Revision', align: 'right' },
  { title: 'Made' },
  { title: 'Who' },
  { title: 'Changes', align: 'right' },
  { title: 'Worst' },
  { title: 'What', isMinor: true },
  { title: 'Accepted', isMinor: true },
] as const;

/** Revisions as a table; at most `countMax` were asked for. */
function describeRevisions(revisions: RevisionsDocument, countMax: number, style: Style): string {
  const rows = revisions.map((revision) => [
    revision.series === 1 ? `${revision.revision}` : `${revision.series}/${revision.revision}`,
    revision.updatedAt,
    `${nameOf(revision.actor)}${approvedText(revision)}`,
    grouped(revision.changes.length),
    revision.severity ?? 'none',
    revision.changes[0]?.sentence ?? '',
    acceptedText(revision),
  ]);
  const rest = rows.length < countMax ? [] : [`These are the newest ${countMax} at most; --limit shows more.`];
  return rows.length === 0
    ? 'No revision is stored for that; see "npx curfew run controls".'
    : [renderTable(columns, rows, style), ...rest].join('\n');
}

/** That who made a revision may not, where that is so. */
function approvedText({ circumstances }: RevisionsDocument[number] | RevisionDocument): string {
  return circumstances.actor === 'not-approved' ? ' (not approved)' : '';
}

/** Who has acknowledged it, approved it as the baseline, or allowed what it changed. */
function acceptedText({ acknowledged, baseline, exceptions }: RevisionsDocument[number]): string {
  return [
    ...(acknowledged === null ? [] : [`by ${acknowledged.by}${ownChangeText(acknowledged.ownChange)}`]),
    ...(baseline === null ? [] : [`as baseline by ${baseline.by}`]),
    ...exceptions.map(({ ticket, expires }) => `${ticket} until ${dayText(expires.slice(0, 10))}`),
  ].join('; ');
}

/** One revision: who made it, who accepted it, and what it changed. */
function describeRevision(revision: RevisionDocument, style: Style): string {
  const { changes, previous, updatedAt, seenAt, digest, circumstances, acknowledged, baseline } = revision;
  const hours = circumstances.hours === 'outside' ? ', outside working hours' : '';
  const facts = [
    `Revision ${revision.revision}, ${previous === null ? 'the first one known' : `after ${previous.revision}`}`,
    `Made on ${minuteText(updatedAt)} by ${identityOf(revision.actor)}${approvedText(revision)}${hours}`,
    `First seen on ${minuteText(seenAt)}; SHA-256 ${digest}`,
    ...(acknowledged === null
      ? []
      : [
          `Acknowledged by ${acknowledged.by}${ownChangeText(acknowledged.ownChange)} on ${minuteText(acknowledged.at)}: ${acknowledged.reason}`,
        ]),
    ...(baseline === null ? [] : [`Approved as the baseline by ${baseline.by} on ${minuteText(baseline.at)}`]),
    ...revision.exceptions.map(
      ({ pattern, owner, ticket, reason, expires }) =>
        `${pattern} may deviate until ${minuteText(expires)} (${ticket}, ${owner}): ${reason}`,
    ),
    ...revision.problems,
  ];
  const nothing =
    previous === null ? 'It is where the known history begins: a starting point, not a change.' : 'It changed nothing.';
  const changed = changes.length === 0 ? nothing : changesText(changes.map(changeIn), style);
  return `${facts.map(plainText).join('\n')}\n\n${changed}`;
}

export interface ControlsListOptions {
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

/** `controls list`: the newest stored revisions of a period, ascending, each with what it changed. */
export async function listControls(
  context: CommandContext,
  { limit, ...options }: ControlsListOptions,
): Promise<ExitCode> {
  const given = { ...periodOf(options), count: String(limit) };
  return showAnswer(context, ['listRevisions', given], {
    text: (revisions, style) => describeRevisions(revisions, limit, style),
  });
}

/** Days in UTC, both included, by when the change was made. Raises CommandError for what is no day. */
export function periodOf({ from, to }: { readonly from?: string; readonly to?: string }) {
  return {
    from: from === undefined ? undefined : dayIn('--from', from),
    to: to === undefined ? undefined : dayIn('--to', to),
  };
}

/** `controls show REV`: who made it, what it changed, and with --json the settings too, their secrets replaced. */
export async function showControls(context: CommandContext, text: string): Promise<ExitCode> {
  const given = { revision: String(requireRevision(text)) };
  return showAnswer(context, ['showRevision', given], { text: describeRevision });
}

/** `controls ack REV|REV-REV|ALARM --reason TEXT`: somebody has looked, and says why it is as it should be. */
export async function acknowledgeOne(
  context: CommandContext,
  what: string,
  { reason }: { readonly reason: string },
): Promise<ExitCode> {
  const given = { body: { what, reason } };
  return showAnswer(context, ['acknowledgeControls', given], {
    text: ({ acknowledged }) => {
      const named = acknowledged.map(({ subject }) => subject.replace(/^revision\/\d+\//u, 'revision '));
      return `Acknowledged: ${named.join(', ')}.`;
    },
  });
}

/** The number of a revision, where a text is one. A file of that name can be given as `./42`. */
export function revisionIn(text: string): number | undefined {
  return /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}

/** The number of a revision; raises CommandError for anything else. */
export function requireRevision(text: string): number {
  const revision = revisionIn(text);
  if (revision === undefined) {
    throw wrongUsage(`${quotedValue(text)} is not the number of a revision; see "npx curfew controls list"`);
  }
  return revision;
}
