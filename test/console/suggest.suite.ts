import { describe, expect, test } from 'vitest';

import { askApi } from './ask-api.ts';
import { axeViolations, overflowPx, screenshot, type ConsoleWorld } from './browser.ts';

/** What people do to get first budgets. */
export function suggestSuite(world: () => ConsoleWorld): void {
  describe('Suggest budgets', () => {
    test('budgets are chosen by a goal, changed, and saved together once their impact was seen', async () => {
      const page = await world().openPage('/budgets/suggest');
      await page.getByRole('checkbox', { name: 'A budget for each team' }).uncheck();
      await page.getByLabel('Goal').click();
      await page.getByRole('option', { name: 'Stay within a total' }).click();

      const total = page.getByLabel('Total, in credits a month');
      await total.fill('50x');
      await page.getByText('give whole credits a month').first().waitFor();
      await total.fill('50M');
      await page.getByLabel('Amount of org in credits').fill('51M');
      await page.getByText(/→ 51,000,000/u).waitFor();
      await screenshot(page, 'suggest-light-1440');
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('button', { name: /^Save 1 change/u }).click();
      await page.getByText('Saved. Limits follow').waitFor();
      expect(await askApi(world(), '/budgets/org/month')).toMatchObject({ amount: 51_000_000, guarantee: 'strict' });
    });

    test('a viewer sees suggestions on a phone and cannot save them', async () => {
      const page = await world().openPage('/budgets/suggest', { as: 'viewer@acme.example', theme: 'dark', width: 390 });

      await page.getByText('you need the role budget-admin').waitFor();
      await page
        .getByText(/used, no person stopped/u)
        .first()
        .waitFor();
      await screenshot(page, 'suggest-dark-390');
      expect(await page.getByRole('button', { name: /^Save/u }).count()).toBe(0);
      expect(await overflowPx(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    });
  });
}
