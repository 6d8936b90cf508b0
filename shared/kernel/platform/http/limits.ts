/** The longest wait between two attempts, even when the platform asks for more. */
export const RETRY_DELAY_MS_MAX = 60_000;

export interface PlatformLimits {
  /** Attempts per call, the first included. The one repeat after a refused key is extra. */
  readonly attemptsMax: number;
  /** Of these, repeats after a body that was not JSON or not of the documented shape. */
  readonly malformedRepeatsMax: number;
  /** One attempt, from connecting to the body's last byte. */
  readonly attemptTimeoutMs: number;
  readonly callTimeoutMs: number;
  /** A longer wait is left to the caller: the call ends and names the wait. */
  readonly waitMsMax: number;
  /** One body after decompression; of a streamed body, one row, or everything outside rows. */
  readonly bodyBytesMax: number;
  /** One streamed body. */
  readonly streamedBytesMax: number;
  readonly pagesMax: number;
  readonly stalePagesMax: number;
}

export const DEFAULT_LIMITS: PlatformLimits = {
  attemptsMax: 6,
  malformedRepeatsMax: 1,
  attemptTimeoutMs: 60_000,
  callTimeoutMs: 240_000,
  waitMsMax: RETRY_DELAY_MS_MAX,
  bodyBytesMax: 64 * 1024 * 1024,
  streamedBytesMax: 1024 * 1024 * 1024,
  pagesMax: 50_000,
  stalePagesMax: 20,
};
