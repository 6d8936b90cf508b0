import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { isSoak } from '../world/rounds.ts';
import { askApi } from './ask-api.ts';
import { axeViolations, type ConsoleWorld } from './browser.ts';
import { keyboardOn } from './keyboard.ts';
import { askForHeldPlan, giveDefaultBack, heldPlan, limitOf } from './limits.ts';

/** The same paths without a mouse: everything is reached, shown where one is, and nothing keeps one. */
export function keyboardSuite(world: () => ConsoleWorld): void {
  describe('By keyboard alone', () => {
    test.runIf(isSoak)(
      'the held plan is opened from Home, one row released and the rest approved; questions keep the focus and give it back',
      async () => {
        await askForHeldPlan(world());
        const { plan, stopped } = await heldPlan(world());
        const [email = ''] = stopped;
        const before = await limitOf(world(), email);
        const page = await world().openPage('/', { as: 'finops@acme.example' });
        const keys = keyboardOn(page);

        await page.keyboard.press('Tab');
        expect(await page.locator(':focus').textContent()).toBe('Skip to the page');
        await page.keyboard.press('Enter');
        await keys.press(page.getByRole('link', { name: `plan ${plan}` }));
        await page.getByText('What it would do').waitFor();
        const release = page.getByRole('button', { name: `Release now: ${email}` });
        await keys.arrowTo(release);
        await page.keyboard.press('Enter');
        await keepsFocus(page);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await expect.poll(async () => isFocused(release)).toBe(true);
        await page.keyboard.press('Enter');
        await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Release now', exact: true }));
        await page.getByText('The rest waits for a decision').waitFor();
        expect(await limitOf(world(), email)).toBeLessThan(before);

        const next = await heldPlan(world());
        await keys.press(page.getByRole('link', { name: 'Home', exact: true }));
        await keys.press(page.getByRole('link', { name: `plan ${next.plan}` }));
        await keys.press(page.getByRole('button', { name: 'Approve' }));
        await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Approve' }));
        await page.getByText('The run is complete').waitFor();
        expect(keys.unseen).toEqual([]);
        await giveDefaultBack(world());
      },
    );

    test('one key opens the search, which opens a person; filters are saved as a view and found again', async () => {
      const email = 'maria.mensah@acme.example';
      const page = await world().openPage('/people?status=stopped');

      await page.getByRole('button', { name: 'Save this view …' }).click();
      await page.getByLabel('Name of the view').fill('Who is stopped');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Who is stopped' }).waitFor();
      await page.locator('main').focus();
      await page.keyboard.press('/');
      await page.getByRole('combobox').fill('maria.men');
      await page.getByRole('option', { name: `People ${email}` }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: email }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('who is');
      await page.keyboard.press('Escape');
      await page.getByRole('combobox').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('who is');
      await page.getByRole('option', { name: 'Saved views Who is stopped' }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/people\?status=stopped/u);
    });

    test.runIf(isSoak)('a budget is found, its effect is seen and it is saved', async () => {
      const scope = 'user:alan.garcia@acme.example';
      const page = await world().openPage('/', { as: 'budgets@acme.example' });
      const keys = keyboardOn(page);

      await keys.press(page.getByRole('link', { name: 'Budgets', exact: true }));
      await keys.type(page.getByLabel('Find'), 'alan.garcia');
      await page.getByRole('link', { name: 'team:data' }).waitFor({ state: 'detached' });
      await keys.arrowTo(page.getByRole('link', { name: scope }));
      await page.keyboard.press('Enter');
      await keys.type(page.getByLabel('Amount', { exact: true }), '2M');
      await page.locator('form button[type=submit]:not([disabled])').waitFor();
      await keys.press(page.getByRole('button', { name: 'Save', exact: true }));
      await page.getByText('Saved. Limits follow').waitFor();

      const { amount } = await askApi(world(), `/budgets/${encodeURIComponent(scope)}/month`);
      expect({ amount, unseen: keys.unseen }).toEqual({ amount: 2_000_000, unseen: [] });
    });

    test.runIf(isSoak)('a request is asked for and approved, and credits are given', async () => {
      const email = 'olga.smith@acme.example';
      const asker = await world().openPage('/me', { as: email });
      const asking = keyboardOn(asker);
      await asking.type(asker.getByLabel('How many credits more'), '2000');
      await asking.type(asker.getByLabel('Reason'), 'By keyboard');
      await asking.press(asker.getByRole('button', { name: 'Ask', exact: true }));
      await asker.getByText('Asked. The decision comes by mail').waitFor();

      const page = await world().openPage('/', { as: 'finops@acme.example' });
      const keys = keyboardOn(page);
      await keys.press(page.getByRole('link', { name: 'Requests', exact: true }));
      await keys.arrowTo(page.getByRole('link', { name: email }));
      await page.keyboard.press('Enter');
      await page.getByText('What it gives now').waitFor();
      await keys.press(page.getByRole('button', { name: /^Approve/u }));
      await page.getByText(/^Approved: /u).waitFor();

      const giver = await world().openPage(`/people/${encodeURIComponent(email)}`, { as: 'budgets@acme.example' });
      const giving = keyboardOn(giver);
      await giving.press(giver.getByRole('button', { name: 'Give credits …' }));
      await giving.type(giver.getByRole('textbox', { name: 'Credits' }), '100k');
      await giving.type(giver.getByRole('textbox', { name: 'Reason' }), 'By keyboard');
      await giver.locator('form button[type=submit]:not([disabled])').waitFor();
      await giving.press(giver.locator('form button[type=submit]'));
      await giver.getByText('Given. The limit follows').waitFor();
      expect([...asking.unseen, ...keys.unseen, ...giving.unseen]).toEqual([]);
    });
  });
}

/** Tab goes round within a question. */
async function keepsFocus(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await page.locator('[role=dialog] :focus').count()).toBe(1);
  }
}

async function isFocused(wanted: ReturnType<Page['getByRole']>): Promise<boolean> {
  return (await wanted.and(wanted.page().locator(':focus')).count()) > 0;
}
