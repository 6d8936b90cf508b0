import { describe, expect, test } from 'vitest';

import { axeViolations, overflowPx, screenshot, type ConsoleWorld } from './browser.ts';

/** What people do on Home. */
export function homeSuite(world: () => ConsoleWorld): void {
  describe('Home', () => {
    test.for([
      ['light', 1440],
      ['dark', 360],
    ] as const)(
      'shows who is stopped and what the pools hold, in the %s at %i px, for everybody',
      async ([theme, width]) => {
        const page = await world().openPage('/', { theme, width });

        await screenshot(page, `home-${theme}-${width}`);
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Home');
        expect(await page.getByRole('img', { name: /^org month: .* credits used/ }).count()).toBe(1);
        expect(await page.getByRole('heading', { name: /^Stopped now \(\d+\)/ }).count()).toBe(1);
        expect(await overflowPx(page)).toBe(0);
        expect(await axeViolations(page)).toEqual([]);
      },
    );

    test('keeps the last figures when the service does not answer, and says as of when they are', async () => {
      const page = await world().openPage('/', { hasClock: true });
      const stopped = await page.getByRole('heading', { name: /^Stopped now/ }).textContent();

      await page.route('**/api/**', async (route) => route.abort());
      await page.clock.runFor(60_000);

      await page.getByText('the service does not answer').waitFor();
      expect(await page.getByRole('heading', { name: /^Stopped now/ }).textContent()).toBe(stopped);
    });

    test('whoever sees nothing of the whole organization reads who they are', async () => {
      const page = await world().openPage('/', { as: 'nobody@acme.example' });

      expect(await page.locator('main').textContent()).toContain('nobody@acme.example');
    });
  });
}
