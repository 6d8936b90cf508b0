import { PlatformRefusedError, PlatformUnavailableError } from '../../application/runs/ports.ts';
import { PlatformError } from './platform-error.ts';

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
