import { invariant } from '../invariant.ts';
import type { Layer } from './layer.ts';

/**
 * Adds the credits of a user's top-ups to the layers that are the user's own: budgets for the user, or the default in
 * their place. The amount of a pool never rises, and an unlimited budget has no amount.
 */
export function toppedUp(layers: readonly Layer[], topUpCredits: number): readonly Layer[] {
  invariant(Number.isFinite(topUpCredits) && topUpCredits >= 0, 'top-ups never remove credits');
  return topUpCredits === 0 ? layers : layers.map((layer) => raised(layer, topUpCredits));
}

function raised(layer: Layer, topUpCredits: number): Layer {
  const { scope, amount, usedCredits } = layer;
  const isOwn = scope.kind === 'user' || scope.kind === 'default';
  if (!isOwn || amount.kind === 'unlimited') {
    return layer;
  }
  // Larger sums are not exact integers.
  const counted = Math.min(topUpCredits, Number.MAX_SAFE_INTEGER - amount.credits);
  return {
    ...layer,
    topUpCredits: counted,
    headroomCredits: Math.max(0, amount.credits + counted - usedCredits),
  };
}
