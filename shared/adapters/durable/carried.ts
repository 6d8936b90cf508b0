import { LeaseLostError } from '../../application/runs/lease-keeper.ts';
import { FencedOffError, PlatformRefusedError, PlatformUnavailableError } from '../../application/runs/ports.ts';

/** The end of a piece of work as JSON: its result, or the error on which its caller acts. */
export type Carried<T> =
  | { readonly kind: 'given'; readonly value: T }
  | { readonly kind: 'raised'; readonly name: string; readonly message: string };

/** Errors that a run acts on. Every other one is a fault of operation, and ends the run. */
const actedOn: readonly (new (message: string) => Error)[] = [
  LeaseLostError,
  FencedOffError,
  PlatformRefusedError,
  PlatformUnavailableError,
];

/** Does the work. Raises what is not acted on. */
export async function carry<T>(work: () => Promise<T>): Promise<Carried<T>> {
  try {
    return { kind: 'given', value: await work() };
  } catch (error) {
    if (isActedOn(error)) {
      return { kind: 'raised', name: error.name, message: error.message };
    }
    throw error;
  }
}

export function isActedOn(error: unknown): error is Error {
  return actedOn.some((kind) => error instanceof kind);
}

/** What the work gave; raises what it raised. */
export function unpack<T>(carried: Carried<T>): T {
  if (carried.kind === 'given') {
    return carried.value;
  }
  const { name, message } = carried;
  const errors = actedOn.map((kind) => new kind(message));
  throw errors.find((error) => error.name === name) ?? new Error(message);
}
