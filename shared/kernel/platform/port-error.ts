import { PlatformRefusedError, PlatformUnavailableError } from '../runs/ports.ts';
import { PlatformError, PlatformRequestError } from './platform-error.ts';

/** Converts a failed call to the ports' errors; other errors pass unchanged. */
export function raiseAsPortError(error: unknown): never {
  if (!(error instanceof PlatformError)) {
    throw error;
  }
  throw isAboutTheKey(error)
    ? new PlatformRefusedError(`${error.message}. Check the API key and that its role is Manager or Owner`, {
        cause: error,
      })
    : new PlatformUnavailableError(error.message, { cause: error, retryAfterMs: error.retryAfterMs });
}

/** The key is missing, wrong or lacks a role: a retry fails the same way. */
export function isAboutTheKey(error: PlatformError): boolean {
  return error.kind === 'unauthorized' || error.kind === 'forbidden' || error.kind === 'key';
}

type FailedWrite =
  /** Refused by the platform, or by our own check before sending. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** It may have taken effect. */
  | { readonly kind: 'unknown'; readonly problem: string }
  /** It had no effect; a later attempt may. */
  | { readonly kind: 'put-off'; readonly problem: string; readonly error: PlatformError };

/** The outcome of a failed write. Throws PlatformRefusedError when every other write would fail too. */
export function failedWrite(error: unknown): FailedWrite {
  if (error instanceof PlatformRequestError) {
    return { kind: 'refused', problem: error.message };
  }
  if (!(error instanceof PlatformError)) {
    throw error;
  }
  const problem = error.message;
  if (error.outcomeUnknown) {
    return { kind: 'unknown', problem };
  }
  if (isAboutTheKey(error)) {
    return raiseAsPortError(error);
  }
  const isRefusal = error.kind === 'bad-request' || error.kind === 'not-found' || error.kind === 'refused';
  return isRefusal ? { kind: 'refused', problem } : { kind: 'put-off', problem, error };
}
