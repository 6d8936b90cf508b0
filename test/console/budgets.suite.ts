import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { isSoak } from '../world/rounds.ts';
import { askApi } from './ask-api.ts';
import { axeViolations, overflowPx, screenshot, type ConsoleWorld } from './browser.ts';

const budgetPath = (scope: string): string => `/budgets/${encodeURIComponent(scope)}?window=month`;

/** What people do with budgets. */
export function budgetsSuite(world: () => ConsoleWorld): void {
  describe('Budgets', () => {
    test.runIf(isSoak)('the API filters and orders the list, and filters are a link', async () => {
      const page = await world().openPage('/budgets?kind=team&order=amount', { theme: 'dark', width: 360 });

      const scopes = await page.locator('table a').allTextContents();
      expect(scopes.length).toBeGreaterThan(3);
      expect(scopes.every((scope) => scope.startsWith('team:'))).toBe(true);
      await page.getByLabel('Find').fill('growth');
      await page.waitForURL(/search=growth/u);
      await page.getByRole('link', { name: 'team:data' }).waitFor({ state: 'detached' });
      expect(await page.locator('table a').allTextContents()).toEqual(['team:growth']);
      await screenshot(page, 'budgets-dark-360');
      expect(await overflowPx(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    });

    test.runIf(isSoak)(
      'what is typed for a budget that is not there yet stays while the page reads again',
      async () => {
        const page = await world().openPage(budgetPath('user:kofi.haddad@acme.example'), { hasClock: true });
        await page.clock.runFor(3_000);
        await page.getByLabel('Amount').fill('123456');

        const answered = page.waitForResponse(/\/api\/budgets\//u);
        await page.clock.runFor(31_000);
        await answered;

        expect(await page.getByLabel('Amount').inputValue()).toBe('123456');
      },
    );

    test('an edit shows whom it stops before it is saved, and then the API has the new version', async () => {
      const scope = 'user:anna.castillo@acme.example';
      const page = await world().openPage(budgetPath(scope));

      await page.getByLabel('Amount', { exact: true }).fill('0');
      await page.getByText('1 person stopped').waitFor();
      await screenshot(page, 'budget-edit-light-1440');
      expect(await axeViolations(page)).toEqual([]);
      expect(await amountOf(world(), scope)).toBe(810_000);
      await page.getByRole('button', { name: 'Save and stop 1 person' }).click();
      await page.getByText('Saved. Limits follow').waitFor();
      expect(await amountOf(world(), scope)).toBe(0);

      await page.getByRole('button', { name: 'Return to version 1' }).click();
      await page.getByText('No one is stopped, 1 free again').waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Amount 0 → 810,000').waitFor();
      expect(await amountOf(world(), scope)).toBe(810_000);
    });

    test.runIf(isSoak)('amounts of marked budgets change by percent, once it was looked at', async () => {
      const scope = 'team:mobile';
      const page = await world().openPage('/budgets?search=team:mobile');

      await page.getByRole('checkbox', { name: 'team:mobile month' }).check();
      await page.getByLabel('Change the amounts by percent').fill('-10');
      await page.getByText('Amount 1,000,000 → 900,000').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      expect(await amountOf(world(), scope)).toBe(1_000_000);
      await page.getByRole('button', { name: 'Save 1 change' }).click();
      await page.getByText('Saved. Limits follow').waitFor();
      expect(await amountOf(world(), scope)).toBe(900_000);
    });

    test.runIf(isSoak)(
      'rows are pasted from a spreadsheet: errors stand at their rows, and what is not pasted stays',
      async () => {
        const page = await world().openPage('/budgets/import', { theme: 'dark', width: 360 });
        const paste = page.getByLabel('Paste from a spreadsheet');

        await paste.fill('scope\twindow\tamount\nteam:infra\tmonth\tmuch\n');
        await page.getByText('nothing is changed before they are mended').waitFor();
        expect(await page.locator('table').textContent()).toContain('line 2');
        await paste.fill('scope\twindow\tamount\nteam:infra\tmonth\t"471,300"\n');
        await page.getByText(/Amount [\d,]+ → 471,300/u).waitFor();
        await screenshot(page, 'budgets-import-dark-360');
        expect(await overflowPx(page)).toBe(0);
        expect(await axeViolations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Save 1 change' }).click();
        await page.getByText('Saved. Limits follow').waitFor();
        const budget = await askApi(world(), '/budgets/team%3Ainfra/month');
        expect(budget).toMatchObject({ amount: 471_300, mode: 'alert', note: 'Planned by the department' });
      },
    );

    test('two people edit one budget: the second sees both values, loses nothing and chooses', async () => {
      const scope = 'user:noa.levi@acme.example';
      const [first, second] = await Promise.all([
        world().openPage(budgetPath(scope), { as: 'budgets@acme.example' }),
        world().openPage(budgetPath(scope), { width: 360, theme: 'dark' }),
      ]);
      await second.getByLabel('Amount', { exact: true }).fill('963k');
      await second.getByLabel('Note', { exact: true }).fill('Agreed by telephone');
      await ready(second);
      await first.getByLabel('Amount', { exact: true }).fill('951k');
      await ready(first);
      await first.getByRole('button', { name: 'Save', exact: true }).click();
      await first.getByText('Saved. Limits follow').waitFor();

      await second.getByRole('button', { name: 'Save', exact: true }).click();
      await second.getByText('This was changed meanwhile').waitFor();
      const conflict = await second.locator('.editing-conflict').textContent();
      expect(conflict).toContain('951000');
      expect(conflict).toContain('963k');
      expect(await axeViolations(second)).toEqual([]);
      await screenshot(second, 'budget-conflict-dark-360');
      expect(await amountOf(world(), scope)).toBe(951_000);

      await second.getByRole('radio', { name: /theirs/u }).check();
      await second.getByRole('button', { name: 'Go on with these' }).click();
      await ready(second);
      await second.getByRole('button', { name: 'Save', exact: true }).click();
      await second.getByText('Saved. Limits follow').waitFor();
      const { rows } = await askApi(world(), `/budgets?search=${encodeURIComponent(scope)}`);
      expect(rows).toMatchObject([{ amount: 951_000, note: 'Agreed by telephone' }]);
    });
  });
}

/** Waits until the draft may be saved: what it would do is known. */
async function ready(page: Page): Promise<void> {
  await page.locator('form button[type=submit]:not([disabled])').waitFor();
}

async function amountOf(world: ConsoleWorld, scope: string): Promise<unknown> {
  const { amount } = await askApi(world, `/budgets/${encodeURIComponent(scope)}/month`);
  return amount;
}
