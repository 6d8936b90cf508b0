import type { Page } from 'playwright-core';

interface Shift {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources?: readonly { readonly node?: { readonly className?: string; readonly nodeName?: string } | null }[];
}

interface Watching {
  readonly PerformanceObserver: new (told: (list: { getEntries(): readonly Shift[] }) => void) => {
    observe(what: { type: string; buffered: boolean }): void;
  };
  shifts?: { sum: number; moved: string[] };
}

/** How far things have moved by themselves since a page was opened or this was asked last, by the measure of browsers. */
export async function layoutShift(page: Page): Promise<{ readonly sum: number; readonly moved: readonly string[] }> {
  await page.evaluate(() => {
    const watching = globalThis as unknown as Watching;
    if (watching.shifts !== undefined) {
      return;
    }
    const shifts = { sum: 0, moved: [] as string[] };
    watching.shifts = shifts;
    new watching.PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources = [] } of list.getEntries()) {
        shifts.sum += hadRecentInput ? 0 : value;
        shifts.moved.push(
          ...sources.map(({ node }) => `${node?.nodeName ?? '?'}.${node?.className ?? ''} ${value.toFixed(3)}`),
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // What was buffered is told in a task of its own.
  return page.evaluate(async () => {
    const watching = globalThis as unknown as Watching;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const told = { sum: watching.shifts?.sum ?? 0, moved: watching.shifts?.moved ?? [] };
    watching.shifts = Object.assign(watching.shifts ?? {}, { sum: 0, moved: [] }) as { sum: number; moved: string[] };
    return told;
  });
}
