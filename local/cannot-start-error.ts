/** The message says what is wrong and what to do; shown without a stack. */
export class CannotStartError extends Error {
  override readonly name = 'CannotStartError';
}
