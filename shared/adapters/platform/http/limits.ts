/** No wait between two attempts is longer, whatever the platform asks for. */
export const RETRY_DELAY_MS_MAX = 60_000;

/** The limits of one call, and of one list. */
export interface PlatformLimits {
  /** Attempts of one call, the first included. The one repeat after a refused key comes on top. */
  readonly attemptsMax: number;
  /** Of these, repeats because a body was no JSON or not of the documented shape. */
  readonly malformedRepeatsMax: number;
  /** One attempt, from connecting to the last byte of the body. */
  readonly attemptTimeoutMs: number;
  /** A whole call with all its attempts and waits. */
  readonly callTimeoutMs: number;
  /** A longer wait between two attempts is left to the caller: the call ends, and names the wait. */
  readonly waitMsMax: number;
  /** One body after decompression; of a body whose rows are read as they come, one row, or all that is beside them. */
  readonly bodyBytesMax: number;
  /** One body whose rows are read as they come. */
  readonly streamedBytesMax: number;
  /** Pages of one list. */
  readonly pagesMax: number;
  /** Pages in a row that bring nothing new. */
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
