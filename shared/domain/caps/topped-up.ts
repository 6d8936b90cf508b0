import { invariant } from '../invariant.ts';
import type { Layer } from './layer.ts';

/**
 * Adds the credits of a user's top-ups to the layers that are the user's own: budgets for the user, or the default in
 * their place. A pool's amount is never raised, and an unlimited budget has nothing to be raised.
 */
export function toppedUp(layers: readonly Layer[], topUpCredits: number): readonly Layer[] {
  invariant(Number.isFinite(topUpCredits) && topUpCredits >= 0, 'top-ups add credits, and never take any');
  return topUpCredits === 0 ? layers : layers.map((layer) => raised(layer, topUpCredits));
}

function raised(layer: Layer, topUpCredits: number): Layer {
  const { scope, amount, usedCredits } = layer;
  const isOwn = scope.kind === 'user' || scope.kind === 'default';
  if (!isOwn || amount.kind === 'unlimited') {
    return layer;
  }
  // More than an exact integer can say is no more than that.
  const counted = Math.min(topUpCredits, Number.MAX_SAFE_INTEGER - amount.credits);
  return {
    ...layer,
    topUpCredits: counted,
    headroomCredits: Math.max(0, amount.credits + counted - usedCredits),
  };
}
