import { AnchoringError, type Anchoring } from '../../controls/use-cases/ports.ts';

/** For an installation without key or storage for signed heads: every use reports `problem`. */
export function noAnchoring(problem: string): Anchoring {
  const raise = async (): Promise<never> => {
    throw new AnchoringError(problem);
  };
  return {
    organization: '',
    signer: { identity: raise, sign: raise },
    anchors: {
      put: raise,
      newest: raise,
      async *list() {
        await raise();
        yield* [];
      },
    },
  };
}
