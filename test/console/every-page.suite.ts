import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { isSoak } from '../world/rounds.ts';
import { askApi } from './ask-api.ts';
import { figuresShown, overflowPx, type ConsoleWorld } from './browser.ts';
import { cutTexts } from './cut-texts.ts';
import { layoutShift } from './layout-shift.ts';

/** Every page; `:name` is filled with one that is there. `still` marks forms, which are read once or not at all. */
const paths = [
  '/',
  '/plans',
  '/requests',
  '/people',
  '/people/:email',
  '/me',
  '/controls',
  '/controls/:revision',
  '/budgets',
  '/budgets/org?window=month',
  '/usage',
  '/teams',
  '/teams/:team',
  '/sessions',
  '/sessions/:session',
  '/computers',
  '/readiness',
  '/roster',
  '/alerts',
  '/runs',
  '/runs/:run',
  '/exports',
  '/journal',
  '/settings',
  '/roles',
  '/budgets/new',
  '/budgets/import',
  '/budgets/suggest',
  '/requests/rules',
  '/sessions/policies',
  '/computers/fleet',
  '/readiness/targets',
];
const still: ReadonlySet<string> = new Set(['/exports', '/budgets/new', '/budgets/import', '/budgets/suggest']);

/** Browsers call more than a tenth bad; half of that nobody notices. */
const shiftMaxOnLoad = 0.05;

/** What holds for every page alike. */
export function everyPageSuite(world: () => ConsoleWorld): void {
  describe('Every page', () => {
    test.for([390, 1024])(
      'is no wider than its window, no table has to be scrolled sideways, and days and amounts have one form, at %i px',
      { timeout: 120_000 },
      async (width) => {
        const page = await world().openPage('/', { width });

        for (const path of paths) {
          await goWithin(page, await filled(world(), path));

          const [sideways, odd] = [await sidewaysTables(page), await oddForms(page)];
          expect({ path, wide: await overflowPx(page), sideways, odd }).toEqual({
            path,
            wide: 0,
            sideways: [],
            odd: [],
          });
        }
      },
    );

    test('what is downloaded are all rows as a file, and a wrong day is said beside the button', async () => {
      const page = await world().openPage('/exports?what=limits');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ]);
      const { rows } = await askApi<{ readonly rows: readonly unknown[] }>(world(), '/caps?limit=5000');
      const [head, ...lines] = readFileSync(await download.path(), 'utf8')
        .trimEnd()
        .split('\n');

      expect(download.suggestedFilename()).toMatch(/^curfew-limits-.*\.csv$/u);
      expect(head).toMatch(/^email,userId,limit,used/u);
      expect(lines).toHaveLength(rows.length);

      await page.goto(`${world().origin}/exports?what=usage&from=2999-01-01`);
      await page.getByText('There are no figures of 2999-01-01 yet').waitFor();
      expect(await page.getByRole('button', { name: 'Download' }).isDisabled()).toBe(true);
    });

    test.runIf(isSoak).for([1440, 1024, 360])(
      'stands still while it is read and when it is read again, is no wider than its window and cuts no text, at %i px',
      { timeout: 600_000 },
      async (width) => {
        for (const path of paths) {
          const page = await world().openPage(await filled(world(), path), { width, hasClock: true });
          await page.clock.runFor(1_000);
          await figuresShown(page);
          const [onLoad, wide, cut] = [await layoutShift(page), await overflowPx(page), await cutTexts(page)];
          await page.clock.runFor(31_000);
          await figuresShown(page);
          const onRefresh = await layoutShift(page);

          expect({
            path,
            wide,
            cut,
            moved: onRefresh.sum.toFixed(3),
            isStill: onLoad.sum < shiftMaxOnLoad || onLoad.moved,
          }).toEqual({
            path,
            wide: 0,
            cut: [],
            moved: '0.000',
            isStill: true,
          });
          await world().closePages();
        }
      },
    );

    test.runIf(isSoak)(
      'keeps its figures when the service fails while it is looked at, and says as of when they are and why',
      { timeout: 600_000 },
      async () => {
        for (const path of paths) {
          const page = await world().openPage(await filled(world(), path), { hasClock: true });
          await page.clock.runFor(1_000);
          await figuresShown(page);
          const before = await figuresOf(page);

          await page.route('**/api/**', async (route) => route.abort());
          await page.clock.runFor(90_000);

          if (!still.has(path)) {
            await page.getByText('the service does not answer').first().waitFor();
          }
          expect({ path, figures: await figuresOf(page) }).toEqual({ path, figures: before });
          await world().closePages();
        }
      },
    );

    test.runIf(isSoak)(
      'says why it shows nothing when the service fails before anything was read',
      { timeout: 600_000 },
      async () => {
        for (const path of paths.filter((each) => !still.has(each))) {
          const address = await filled(world(), path);
          const page = await world().openPage('/roles');
          await page.route('**/api/**', async (route) =>
            route.request().url().endsWith('/api/me') ? route.continue() : route.abort(),
          );
          await page.goto(`${world().origin}${address}`);

          await page.getByText('does not answer').first().waitFor();
          expect({ path, titles: await page.locator('main h1').count() }).toEqual({ path, titles: 1 });
          await world().closePages();
        }
      },
    );
  });
}

/** Goes to another page as a link does, and waits until its first figures are shown. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  const isShown = `location.pathname + location.search === ${JSON.stringify(path)} &&
    document.querySelector('main h1') !== null && !document.querySelector('main').innerText.includes('Reading …')`;
  await expect.poll(async () => page.evaluate(isShown), { message: path, timeout: 15_000 }).toBe(true);
}

/** Tables that are wider than the part of the page in which they scroll. */
async function sidewaysTables(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('main table')].flatMap((table) => {
    for (let above = table; above.tagName !== 'MAIN'; above = above.parentElement) {
      const isScrolled = getComputedStyle(above).overflowX !== 'visible' || above === table;
      if (isScrolled && above.clientWidth > 1 && above.scrollWidth > above.clientWidth + 1) {
        return [(table.getAttribute('aria-label') ?? table.className) + ': ' + above.scrollWidth + ' in ' + above.clientWidth];
      }
    }
    return [];
  })`);
}

/** Days as in files and as in America, and thousands as K, in which others are k; what people are to type stays. */
async function oddForms(page: Page): Promise<readonly string[]> {
  const texts = (await page.locator('main').innerText()).split('\n');
  const odd = /(?<![\w-])\d{4}-\d{2}-\d{2}(?![T\w-])|\b[A-Z][a-z]{2} \d{1,2}, \d{4}|(?<![\w$€])[\d.]+K\b/u;
  return texts.filter((text) => odd.test(text) && !/such as|YYYY/u.test(text));
}

/** Headings, rows and facts: what must not go when newer ones cannot be had. */
async function figuresOf(page: Page): Promise<readonly string[]> {
  const headings = await page.locator('main :is(h1, h2, h3)').allTextContents();
  const [rows, facts] = [await page.locator('main tbody tr').count(), await page.locator('main dd').count()];
  return [...headings, `${rows} rows`, `${facts} facts`];
}

async function filled(world: ConsoleWorld, path: string): Promise<string> {
  const of: Readonly<Record<string, readonly [string, string]>> = {
    ':email': ['/caps?limit=1', 'email'],
    ':revision': ['/controls/timeline?limit=1', 'revision'],
    ':team': ['/teams?limit=1', 'name'],
    ':session': ['/sessions?limit=1', 'session'],
    ':run': ['/runs?limit=1', 'run'],
  };
  const name = /:\w+/u.exec(path)?.[0];
  const [list, field] = of[name ?? ''] ?? [];
  if (name === undefined || list === undefined || field === undefined) {
    return path;
  }
  const { rows } = await askApi<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>(world, list);
  return path.replace(name, encodeURIComponent(String(rows[0]?.[field])));
}
