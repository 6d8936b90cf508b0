import { AnchoringError, type Anchoring } from '../../application/controls/ports.ts';

/** For an installation that has neither key nor place for signed heads: `problem` says so wherever they are asked for. */
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
