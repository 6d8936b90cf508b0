import { lateAnchor } from '../../evidence/anchors/anchor.ts';
import { describeHead, type HeadReading } from '../../evidence/verify-chain.ts';

/** Returns the head of the evidence chain, for the small print; empty when it was not read. */
export function evidenceFoot(evidence: HeadReading | undefined): readonly string[] {
  return evidence?.kind === 'read' ? describeHead(evidence.head) : [];
}

/** Says why the chain's head is missing in this mail, or that nothing was signed for long. */
export function evidenceProblems(evidence: HeadReading | undefined): readonly string[] {
  if (evidence?.kind === 'unreadable') {
    return [`The head of the evidence chain could not be read (${evidence.problem}), so this mail does not contain it`];
  }
  const late = evidence?.head === undefined ? undefined : lateAnchor(evidence.head);
  return late === undefined
    ? []
    : [`The evidence of the controls was last anchored at ${late}; curfew doctor says why`];
}
