import { AnchoringError } from '../../application/controls/anchors/anchor-ports.ts';

/** Does what asks AWS; what it raises is reported by its name alone, since a message may name accounts and values. */
export async function asAnchoringError<T>(problem: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AnchoringError(`${problem} (${cause instanceof Error ? cause.name : 'unknown'})`, { cause });
  }
}
