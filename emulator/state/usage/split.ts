/** Splits an integer exactly by non-negative weights. If all are 0, the first part takes all. No parts: no numbers. */
export function splitInteger(total: number, weights: readonly number[]): readonly number[] {
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  let weightSoFar = 0;
  let given = 0;
  return weights.map((weight) => {
    weightSoFar += weight;
    // The last weighted part closes the sum against rounding.
    const upTo = weightSoFar >= weightSum ? total : Math.min(total, Math.floor((total * weightSoFar) / weightSum));
    const part = upTo - given;
    given = upTo;
    return part;
  });
}
