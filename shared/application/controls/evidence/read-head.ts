import { anchorInBody } from '../../../domain/controls/evidence/anchors/anchor.ts';
import type { HeadReading } from '../../../domain/controls/evidence/verify-chain.ts';
import type { EvidenceChain } from '../ports.ts';

/** The newest link of the evidence. Never raises: what cannot be read is reported, and fails nothing else. */
export async function readHead(evidence: Pick<EvidenceChain, 'head'>): Promise<HeadReading> {
  try {
    const head = await evidence.head();
    const anchor = anchorInBody(head?.body['anchor']);
    return { kind: 'read', head: head === undefined || anchor === undefined ? head : { ...head, anchor } };
  } catch (error) {
    // The name alone: a message may quote what is stored.
    return { kind: 'unreadable', problem: error instanceof Error ? error.name : 'unknown' };
  }
}
