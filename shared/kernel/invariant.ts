/** A violated rule of the program itself. Never raised by bad input. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Asserts a rule of the program. `message` states the rule, in the present tense, without external values. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) {
    throw new InvariantError(message);
  }
}
