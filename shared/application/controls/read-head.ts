import type { HeadReading } from '../../domain/controls/evidence/describe-chain.ts';
import type { EvidenceChain } from './ports.ts';

/** The newest link of the evidence. Never raises: what cannot be read is told, and fails nothing else. */
export async function readHead(evidence: Pick<EvidenceChain, 'head'>): Promise<HeadReading> {
  try {
    return { kind: 'read', head: await evidence.head() };
  } catch (error) {
    // The name alone: a message may quote what is stored.
    return { kind: 'unreadable', problem: error instanceof Error ? error.name : 'unknown' };
  }
}
