import { PlatformRefusedError, PlatformUnavailableError } from '../../application/runs/ports.ts';
import { PlatformError, PlatformRequestError } from './platform-error.ts';

/** Says a failed call in the words of the ports; what is not a failed call goes on as it is. */
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

/** The key is missing, wrong or of too low a role: another try ends the same. */
export function isAboutTheKey(error: PlatformError): boolean {
  return error.kind === 'unauthorized' || error.kind === 'forbidden' || error.kind === 'key';
}

/** What became of a request that was to change something and failed. */
type FailedWrite =
  /** The platform does not take it, or our own check before it did not. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** It may have been carried out. */
  | { readonly kind: 'unknown'; readonly problem: string }
  /** It was not carried out; later it may be. */
  | { readonly kind: 'put-off'; readonly problem: string; readonly error: PlatformError };

/** What became of a write that failed. Where no other write would fare better PlatformRefusedError is raised. */
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
