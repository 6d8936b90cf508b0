/**
 * Splits an integer in proportion to weights, in integers that add up to it exactly, whatever the weights.
 * Weights are not negative; with none above 0 the first part takes all. No parts give an empty list.
 */
export function splitInteger(total: number, weights: readonly number[]): readonly number[] {
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  let weightSoFar = 0;
  let given = 0;
  return weights.map((weight) => {
    weightSoFar += weight;
    // The last part with a weight closes the sum, so that rounding in the product cannot lose or add one.
    const upTo = weightSoFar >= weightSum ? total : Math.min(total, Math.floor((total * weightSoFar) / weightSum));
    const part = upTo - given;
    given = upTo;
    return part;
  });
}
