import type { RevisionDocument, RevisionsDocument } from '../../shared/controls/contract/controls-documents.ts';
import { identityOf, nameOf } from '../../shared/controls/mail/words.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { ownChangeText } from '../../shared/kernel/texts/own-change.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { minuteText, dayText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
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
export function describeRevisions(revisions: RevisionsDocument, countMax: number, style: Style): string {
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
export function describeRevision(revision: RevisionDocument, style: Style): string {
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
