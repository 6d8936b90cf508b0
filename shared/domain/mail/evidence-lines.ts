import { describeHead, type HeadReading } from '../controls/evidence/describe-chain.ts';

/** Where the evidence about the controls stands, for the small print; nothing when it was not looked up or not readable. */
export function evidenceFoot(evidence: HeadReading | undefined): readonly string[] {
  return evidence?.kind === 'read' ? describeHead(evidence.head) : [];
}

/** That the head is missing in this mail, and why: a reader who keeps the heads must not take it for one of no evidence. */
export function evidenceProblems(evidence: HeadReading | undefined): readonly string[] {
  return evidence?.kind === 'unreadable'
    ? [`The head of the evidence chain could not be read (${evidence.problem}), so this mail does not tell it`]
    : [];
}
