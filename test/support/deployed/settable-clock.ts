export interface SettableClock {
  now(): number;
  moveTo(atMs: number): void;
}

/** Goes on by itself from where it is set. */
export function settableClock(today: string): SettableClock {
  let aheadMs = Date.parse(`${today}T00:00:00Z`) - Date.now();
  return {
    now: () => Date.now() + aheadMs,
    moveTo(atMs) {
      aheadMs = atMs - Date.now();
    },
  };
}
