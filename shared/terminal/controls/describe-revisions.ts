import { nameOf } from '../../controls/mail/words.ts';
import {
  acknowledgementOf,
  approvalOf,
  exceptionsOf,
  worstOf,
  type Accepted,
} from '../../controls/use-cases/controls-documents.ts';
import type { EvaluatedRevision, StepMeaning } from '../../controls/use-cases/evaluated-revisions.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import { ownChangeText } from '../../kernel/texts/own-change.ts';
import { plainText } from '../../kernel/texts/plain-text.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';
import { changesText, whoText } from './describe-changes.ts';

const columns = [
  { title: 'Revision', align: 'right' },
  { title: 'Made' },
  { title: 'Who' },
  { title: 'Changes', align: 'right' },
  { title: 'Worst' },
  { title: 'What', isMinor: true },
  { title: 'Accepted', isMinor: true },
] as const;

interface Listed {
  readonly steps: readonly StepMeaning[];
  readonly accepted: Accepted;
  /** At most so many were asked for. */
  readonly countMax: number;
}

/** Revisions as a table. */
export function describeRevisions({ steps, accepted, countMax }: Listed, style: Style): string {
  const rows = steps.map((step) => [
    step.series === 1 ? `${step.revision}` : `${step.series}/${step.revision}`,
    step.updatedAt,
    whoText(step, nameOf),
    grouped(step.changes.length),
    worstOf(step.changes) ?? 'none',
    step.changes[0]?.sentence ?? '',
    acceptedText(step, accepted),
  ]);
  const rest = rows.length < countMax ? [] : [`These are the newest ${countMax} at most; --limit shows more.`];
  return rows.length === 0
    ? 'No revision is stored for that; see "run controls".'
    : [renderTable(columns, rows, style), ...rest].join('\n');
}

/** Who has acknowledged it, approved it as the baseline, or allowed what it changed. */
function acceptedText(step: StepMeaning, accepted: Accepted): string {
  const acknowledged = acknowledgementOf(step, accepted.acknowledgements);
  const approved = approvalOf(step, accepted)?.approvedBy;
  return [
    ...(acknowledged === undefined ? [] : [`by ${acknowledged.by}${ownChangeText(acknowledged.ownChange)}`]),
    ...(approved === undefined ? [] : [`as baseline by ${approved}`]),
    ...exceptionsOf(step, accepted).map(({ ticket, expires }) => `${ticket} until ${expires.slice(0, 10)}`),
  ].join('; ');
}

/** One revision: who made it, who accepted it, and what it changed. */
export function describeRevision(step: EvaluatedRevision, accepted: Accepted, style: Style): string {
  const { revision, changes, previous, updatedAt, seenAt, digest, circumstances, problems } = step;
  const acknowledged = acknowledgementOf(step, accepted.acknowledgements);
  const approved = approvalOf(step, accepted);
  const facts = [
    `Revision ${revision}, ${previous === undefined ? 'the first one known' : `after ${previous.revision}`}`,
    `Made at ${updatedAt} by ${whoText(step)}${circumstances.hours === 'outside' ? ', outside working hours' : ''}`,
    `First seen at ${seenAt}; SHA-256 ${digest}`,
    ...(acknowledged === undefined
      ? []
      : [
          `Acknowledged by ${acknowledged.by}${ownChangeText(acknowledged.ownChange)} at ${acknowledged.at}: ${acknowledged.reason}`,
        ]),
    ...(approved === undefined ? [] : [`Approved as the baseline by ${approved.approvedBy} at ${approved.approvedAt}`]),
    ...exceptionsOf(step, accepted).map(
      ({ pattern, owner, ticket, reason, expires }) =>
        `${pattern} may deviate until ${expires} (${ticket}, ${owner}): ${reason}`,
    ),
    ...problems,
  ];
  const nothing =
    previous === undefined
      ? 'It is where the known history begins: a starting point, and nobody’s change.'
      : 'It changed nothing.';
  const changed = changes.length === 0 ? nothing : changesText(changes, style);
  return `${facts.map(plainText).join('\n')}\n\n${changed}`;
}
