import type { Locator, Page } from 'playwright-core';

const stopsMax = 250;

/** Somebody without a mouse: goes on with Tab, and notes every stop at which nothing shows where they are. */
interface Keyboard {
  readonly unseen: readonly string[];
  /** Raises when it cannot be reached. */
  tabTo(wanted: Locator): Promise<void>;
  /** Goes there and presses Enter. */
  press(wanted: Locator): Promise<void>;
  /** Goes there and types over what stands in it. */
  type(wanted: Locator, text: string): Promise<void>;
  /** Goes into the table that holds it, and there to it by arrows. */
  arrowTo(wanted: Locator): Promise<void>;
}

export function keyboardOn(page: Page): Keyboard {
  const unseen = new Set<string>();

  async function goOnUntil(isThere: () => Promise<boolean>, what: string): Promise<void> {
    for (let stop = 0; stop < stopsMax; stop += 1) {
      if (await isThere()) {
        return;
      }
      await page.keyboard.press('Tab');
      const { name, isShown } = await stopOf(page);
      if (!isShown) {
        unseen.add(name);
      }
    }
    throw new Error(`${what} is not reached by Tab; the last stop was ${(await stopOf(page)).name}`);
  }

  async function tabTo(wanted: Locator): Promise<void> {
    await wanted.first().waitFor();
    await goOnUntil(async () => isFocused(wanted), String(wanted));
  }

  return {
    get unseen() {
      return [...unseen];
    },
    tabTo,
    async press(wanted) {
      await tabTo(wanted);
      await page.keyboard.press('Enter');
    },
    async type(wanted, text) {
      await tabTo(wanted);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    },
    async arrowTo(wanted) {
      await wanted.first().waitFor();
      const table = page.locator('table').filter({ has: wanted });
      await goOnUntil(async () => (await table.locator(':focus').count()) > 0, 'its table');
      const [from, to] = [await placeOf(page.locator(':focus')), await placeOf(wanted.first())];
      const steps = (key: string, count: number): readonly string[] => Array.from({ length: count }, () => key);
      const arrows = [
        ...steps('ArrowDown', to.row - from.row),
        ...steps(to.column < from.column ? 'ArrowLeft' : 'ArrowRight', Math.abs(to.column - from.column)),
      ];
      for (const key of arrows) {
        await page.keyboard.press(key);
      }
      if (!(await isFocused(wanted))) {
        // The cell has the focus where it holds more than a button: what is in it is the next stop.
        await page.keyboard.press('Tab');
      }
      if (!(await isFocused(wanted))) {
        throw new Error(`${String(wanted)} is not reached by arrows; the last stop was ${(await stopOf(page)).name}`);
      }
    },
  };
}

async function isFocused(wanted: Locator): Promise<boolean> {
  const focused = wanted.and(wanted.page().locator(':focus'));
  return (await focused.count()) > 0;
}

/** The row and the column of the cell that something is in; the head is row 0. */
async function placeOf(within: Locator): Promise<{ readonly row: number; readonly column: number }> {
  return within.evaluate((own: unknown) => {
    interface Cell {
      readonly cellIndex: number;
      readonly parentElement: { readonly rowIndex: number };
    }
    const cell = (own as { closest(selector: string): Cell | null }).closest('td, th');
    return { row: cell?.parentElement.rowIndex ?? 0, column: cell?.cellIndex ?? 0 };
  });
}

/** What has the focus, and whether anything is drawn for it: around itself or by what lies over it. */
async function stopOf(page: Page): Promise<{ readonly name: string; readonly isShown: boolean }> {
  return page.evaluate(() => {
    interface Style {
      readonly outlineStyle: string;
      readonly outlineWidth: string;
      readonly boxShadow: string;
      readonly content: string;
      readonly borderTopWidth: string;
    }
    interface Element {
      readonly tagName: string;
      readonly textContent: string | null;
      readonly parentElement: Element | null;
      readonly children: Iterable<Element>;
      getAttribute(name: string): string | null;
    }
    const { document: shown, getComputedStyle: styleOf } = globalThis as unknown as {
      readonly document: { readonly activeElement: Element | null; readonly body: Element };
      readonly getComputedStyle: (element: Element, part?: string) => Style;
    };
    const own = shown.activeElement;
    if (own === null || own === shown.body) {
      // The browser's own bar, between the last stop and the first.
      return { name: 'the page', isShown: true };
    }
    if (own.getAttribute('type') === 'date') {
      // The browser's own parts in it, its calendar among them, have rings of the browser.
      return { name: 'a date', isShown: true };
    }
    const isDrawn = (style: Style): boolean =>
      (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none';
    const isDrawnAround = (element: Element): boolean =>
      isDrawn(styleOf(element)) ||
      ['::before', '::after'].some((part) => {
        const style = styleOf(element, part);
        return style.content !== 'none' && (isDrawn(style) || style.borderTopWidth !== '0px');
      });
    // A field draws it around its frame, a cell around its content, a radio button around what is drawn in its place.
    const frames = [own.parentElement, own.parentElement?.parentElement].filter(
      (each) => each !== null && each !== undefined,
    );
    const around = [own, ...frames, ...frames.flatMap(({ children }) => [...children])];
    const name = `${own.tagName} ${own.getAttribute('aria-label') ?? own.textContent?.trim().slice(0, 40) ?? ''}`;
    return { name, isShown: around.some(isDrawnAround) };
  });
}
