import type { EvidenceChain } from '../../controls/ports.ts';
import { anchorInBody } from '../anchors/anchor.ts';
import type { HeadReading } from '../verify-chain.ts';

/** The newest link of the evidence. Never throws: an unreadable head is reported and fails nothing else. */
export async function readHead(evidence: Pick<EvidenceChain, 'head'>): Promise<HeadReading> {
  try {
    const head = await evidence.head();
    const anchor = anchorInBody(head?.body['anchor']);
    return { kind: 'read', head: head === undefined || anchor === undefined ? head : { ...head, anchor } };
  } catch (error) {
    // The error's name alone: a message may quote stored data.
    return { kind: 'unreadable', problem: error instanceof Error ? error.name : 'unknown' };
  }
}
