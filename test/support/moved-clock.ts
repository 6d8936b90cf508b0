/**
 * Makes the clock of this program, or of a page of a browser, run so many milliseconds ahead of the machine's, or behind it
 * when `aheadMs` is negative. It names nothing outside of itself: its text is sent to the browser.
 */
export function moveClock(aheadMs: number): void {
  const MachineDate = Date;
  globalThis.Date = class Date extends MachineDate {
    constructor(...given: readonly number[]) {
      super(...((given.length === 0 ? [MachineDate.now() + aheadMs] : given) as [number]));
    }

    static override now(): number {
      return MachineDate.now() + aheadMs;
    }

    // What Node itself makes, such as the time of a file, is a date as well.
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof MachineDate;
    }
  } as DateConstructor;
}

// Loaded before a program, `node --import moved-clock.ts?aheadMs=NUMBER`, it moves that program's clock.
const asked = new URL(import.meta.url).searchParams.get('aheadMs');
if (asked !== null) {
  moveClock(Number(asked));
}
