import { describeHead, type HeadReading } from '../controls/evidence/describe-chain.ts';

/** The head of the evidence chain, for the small print; empty when it was not read. */
export function evidenceFoot(evidence: HeadReading | undefined): readonly string[] {
  return evidence?.kind === 'read' ? describeHead(evidence.head) : [];
}

/**
 * That the head is missing in this mail, and why: a reader who keeps the heads must not conclude that there is none.
 */
export function evidenceProblems(evidence: HeadReading | undefined): readonly string[] {
  return evidence?.kind === 'unreadable'
    ? [`The head of the evidence chain could not be read (${evidence.problem}), so this mail does not contain it`]
    : [];
}
