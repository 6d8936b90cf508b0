/** What one call, and one list, may take at most. */
export interface PlatformLimits {
  /** Attempts of one call, the first included. The one repeat after a refused key comes on top. */
  readonly attemptsMax: number;
  /** Of these, repeats because a body was no JSON or not of the documented shape. */
  readonly malformedRepeatsMax: number;
  /** One attempt, from connecting to the last byte of the body. */
  readonly attemptTimeoutMs: number;
  /** A whole call with all its attempts and waits. */
  readonly callTimeoutMs: number;
  /** One body after decompression. */
  readonly bodyBytesMax: number;
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
  bodyBytesMax: 64 * 1024 * 1024,
  pagesMax: 10_000,
  stalePagesMax: 20,
};
