import type { Around } from './around-ports.ts';

/** Lets something else happen just before, or just after, one effect of a run (counted from 1). */
export function meanwhile(
  at: { readonly effect: number; readonly side: 'before' | 'after' },
  happen: () => Promise<void>,
): Around {
  let effects = 0;
  return async (call, perform) => {
    effects += Number(call.isEffect);
    const isHere = call.isEffect && effects === at.effect;
    if (isHere && at.side === 'before') {
      await happen();
    }
    const answer = await perform();
    if (isHere && at.side === 'after') {
      await happen();
    }
    return answer;
  };
}

/** The same at the first call of a name. */
export function meanwhileAt(name: string, happen: () => Promise<void>): Around {
  let hasHappened = false;
  return async (call, perform) => {
    if (call.name === name && !hasHappened) {
      hasHappened = true;
      await happen();
    }
    return perform();
  };
}
