/** Curfew cannot start or open an installation here. The message says what is wrong and what to do, without a stack. */
export class CannotStartError extends Error {
  override readonly name = 'CannotStartError';
}
