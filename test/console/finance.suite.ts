import { describe, expect, test } from 'vitest';

import { isSoak } from '../world/rounds.ts';
import { askApi } from './ask-api.ts';
import type { ConsoleWorld } from './browser.ts';
import { heldPlan, limitOf } from './limits.ts';

const numberIn = (text: string | null): number => Number((text ?? '').replaceAll(/\D/gu, ''));

/** What finance and a lead do on a bad day, with nothing but the pages. */
export function financeSuite(world: () => ConsoleWorld): void {
  describe('Finance and rescue', () => {
    test.runIf(isSoak)(
      'the organization is cut by percent: what is shown before is what is held, approved and sent, and its history takes it back',
      async () => {
        const page = await world().openPage('/budgets?search=org', { as: 'budgets@acme.example' });
        const standing = await askApi<{ amount: number; version: number }>(world(), '/budgets/org/month');

        await page.getByRole('checkbox', { name: 'org month' }).check();
        await page.getByLabel('Change the amounts by percent').fill('-40');
        const save = page.getByRole('button', { name: /^Save 1 change and stop \d+ people$/u });
        await save.waitFor();
        const stoppedShown = numberIn((await save.textContent())?.replace('1 change', '') ?? '');
        await save.click();
        await page.getByText('Saved. Limits follow').waitFor();
        const { plan, stopped } = await heldPlan(world());
        expect(stopped).toHaveLength(stoppedShown);

        const approver = await world().openPage('/', { as: 'finops@acme.example' });
        await approver.getByRole('link', { name: `plan ${plan}` }).click();
        await approver.getByText('What it would do').waitFor();
        const { rows } = await askApi<{ rows: readonly { readonly email: string; readonly to: number }[] }>(
          world(),
          `/plans/${plan}`,
        );
        await approver.getByRole('button', { name: 'Approve' }).click();
        await approver.getByRole('dialog').getByText(`${stoppedShown} people are stopped by it`).waitFor();
        await approver.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
        await approver.getByText('The run is complete').waitFor();
        const sent = await Promise.all(rows.map(async ({ email }) => ({ email, to: await limitOf(world(), email) })));
        expect(sent).toEqual(rows.map(({ email, to }) => ({ email, to })));

        await page.goto(`${world().origin}/budgets/org?window=month`);
        await page.getByRole('button', { name: `Return to version ${standing.version}` }).click();
        await page.locator('form button[type=submit]:not([disabled])').waitFor();
        await page.locator('form button[type=submit]').click();
        await page.getByText('Saved. Limits follow').waitFor();
        const { amount } = await askApi(world(), '/budgets/org/month');
        // Limits rise again as figures show what is free: what was taken is given a night later.
        expect(amount).toBe(standing.amount);
      },
    );

    test.runIf(isSoak)(
      'whoever is stopped is found on Home, given credits, and the platform has the limit that was promised',
      async () => {
        const email = 'kofi.haddad@acme.example';
        const before = await limitOf(world(), email);
        const page = await world().openPage('/', { as: 'budgets@acme.example' });

        await page.getByRole('link', { name: email }).click();
        await page.getByRole('button', { name: 'Give credits …' }).click();
        await page.getByRole('textbox', { name: 'Credits' }).fill('100k');
        await page.getByLabel('Take credits from').click();
        await page.getByRole('option', { name: 'Larger team and organization budgets: as much more for each' }).click();
        await page.getByRole('textbox', { name: 'Reason' }).fill('Stopped in the middle of a release');
        await page.locator('form button[type=submit]:not([disabled])').waitFor();
        const promised = numberIn(await page.getByTestId('new-limit').textContent());
        await page.locator('form button[type=submit]').click();
        await page.getByText('Given. The limit follows').waitFor();

        expect(promised).toBeGreaterThan(before);
        await expect.poll(async () => limitOf(world(), email), { timeout: 90_000 }).toBe(promised);
      },
    );
  });
}
