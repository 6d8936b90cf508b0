/** A mistake of our own: a rule of the program that does not hold. Never raised by bad input. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Asserts a rule of our own program. `message` says the rule, in the present tense, without values from outside. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) {
    throw new InvariantError(message);
  }
}
