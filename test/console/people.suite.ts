import { describe, expect, test } from 'vitest';

import { isSoak } from '../world/rounds.ts';
import { askApi } from './ask-api.ts';
import { axeViolations, overflowPx, screenshot, type ConsoleWorld } from './browser.ts';

const numberIn = (text: string | null): number => Number((text ?? '').replaceAll(/\D/gu, ''));

/** What people do on the page of a person. */
export function peopleSuite(world: () => ConsoleWorld): void {
  describe('People', () => {
    test.runIf(isSoak)('somebody is found by a part of the email, and the page says which budget decides', async () => {
      const page = await world().openPage('/people', { theme: 'dark', width: 360 });

      await page.getByLabel('Find').fill('maria.men');
      await page.getByRole('link', { name: 'maria.mensah@acme.example' }).click();
      await page.getByRole('heading', { name: 'Use and limits' }).waitFor();
      await page.getByText('Limited by the').waitFor();
      expect(await page.locator('.people-layer-binds').count()).toBe(1);
      await screenshot(page, 'person-dark-360');
      expect(await overflowPx(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    });

    test('the owner of a team’s budget moves credits between members found by what each has left', async () => {
      const page = await world().openPage('/budgets/team%3Adata', { as: 'data-lead@acme.example' });

      await page.getByRole('link', { name: 'Move credits' }).click();
      await page.getByRole('button', { name: 'Take from' }).click();
      await page
        .getByRole('option', { name: /credits left/u })
        .first()
        .waitFor();
      const lefts = (await page.getByRole('option').allTextContents()).map((text) =>
        numberIn(/([\d,]+) credits left/u.exec(text)?.[1] ?? null),
      );
      expect(lefts.length).toBeGreaterThan(1);
      expect(lefts.length).toBeLessThanOrEqual(20);
      expect(lefts).toEqual(lefts.toSorted((a, b) => b - a));
      await screenshot(page, 'move-list-light-1440');
      // Another test reads what femi.petrov was given.
      const others = page.getByRole('option', { name: /credits left/u }).filter({ hasNotText: 'femi.petrov' });
      const [giver = ''] = (await others.first().textContent())?.split(/[\d,]+ credits left/u) ?? [];
      await others.first().click();
      await page.getByRole('button', { name: 'Give to' }).click();
      await page.getByLabel('Find: Give to').fill('e');
      await others.last().waitFor();
      expect(await page.getByRole('option', { name: giver }).count()).toBe(0);
      await others.last().click();
      await page.getByRole('textbox', { name: 'Credits' }).fill('1k');
      await page.getByRole('textbox', { name: 'Reason' }).fill('A demo on Friday');
      await page.locator('form button[type=submit]:not([disabled])').waitFor();
      await screenshot(page, 'move-light-1440');
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
      await page.locator('form button[type=submit]').first().click();
      await page.getByText('Moved. Both limits follow within a minute.').waitFor();
      const { rows } = (await askApi(world(), '/top-ups')) as { readonly rows: readonly object[] };
      expect(rows).toContainEqual(
        expect.objectContaining({ credits: 1_000, takenFrom: giver, reason: 'A demo on Friday' }),
      );
    });

    test('credits are given with the limit that comes of it shown before the click, and the API has them', async () => {
      const email = 'femi.petrov@acme.example';
      const page = await world().openPage(`/people/${encodeURIComponent(email)}`, { as: 'budgets@acme.example' });

      await page.getByRole('button', { name: 'Give credits …' }).click();
      await page.getByRole('textbox', { name: 'Credits' }).fill('40k');
      await page.getByLabel('Take credits from').click();
      await page.getByRole('option', { name: 'Larger team and organization budgets: as much more for each' }).click();
      await page.getByRole('textbox', { name: 'Reason' }).fill('A release this week');
      await page.locator('form button[type=submit]:not([disabled])').waitFor();
      const promised = numberIn(await page.getByTestId('new-limit').textContent());
      // A run that is at work may be about to lower the limit.
      await expect.poll(async () => limitOf(world(), email), { timeout: 30_000 }).toBeLessThan(promised);
      await screenshot(page, 'person-give-light-1440');
      expect(await axeViolations(page)).toEqual([]);
      await page.locator('form button[type=submit]').click();
      await page.getByText('Given. The limit follows').waitFor();

      const { rows } = await askApi(world(), `/top-ups?who=${encodeURIComponent(`user:${email}`)}`);
      expect(rows).toMatchObject([{ credits: 40_000, reason: 'A release this week' }]);
      await page.getByText('Given 40,000 credits: A release this week').waitFor();
      await expect.poll(async () => limitOf(world(), email), { timeout: 90_000, interval: 1_000 }).toBe(promised);
    });

    test('the owner of a team’s budget comes from its page to its members, and reads from where the right comes', async () => {
      const page = await world().openPage('/budgets/team%3Asearch', { as: 'search-lead@acme.example' });

      await page.getByRole('link', { name: 'Give credits to a member' }).click();
      await page.getByText('team:search month').first().waitFor();
      await page.getByRole('link', { name: 'My page' }).click();
      await page.getByText('Budget owner of search: a budget of the team names you as an owner.').waitFor();
      expect(await axeViolations(page)).toEqual([]);

      const refused = await world().openPage('/alerts', { as: 'search-lead@acme.example' });
      await refused.getByText('You need the role viewer to see this page').waitFor();
      await refused.getByText('You may see').getByRole('link').waitFor();
    });

    test.runIf(isSoak)(
      'teams stand under the organization with what they come to, and members are edited with their effect',
      async () => {
        const page = await world().openPage('/teams');

        await page.getByText('All teams together').waitFor();
        expect(await axeViolations(page)).toEqual([]);
        await page.getByRole('link', { name: 'search', exact: true }).click();
        await page.getByLabel('Members').fill('metadata.team=search\nlars.eriksen@acme.example');
        await page.getByText(/^limits? changes?$/u).waitFor();
        await page.getByRole('button', { name: /^Save/u }).click();
        await page.getByRole('link', { name: 'lars.eriksen@acme.example' }).waitFor();
        const { members } = await askApi(world(), '/teams/search');
        expect(members).toEqual(['metadata.team=search', 'lars.eriksen@acme.example']);
      },
    );

    test.runIf(isSoak)('the owner of a team sees its members and nobody else', async () => {
      const page = await world().openPage('/people', { as: 'data-lead@acme.example' });

      const emails = await page.locator('table a').allTextContents();
      expect(emails).toContain('maria.mensah@acme.example');
      expect(emails).not.toContain('lin.diaz@acme.example');
      await page.goto(`${world().origin}/people/${encodeURIComponent('lin.diaz@acme.example')}`);
      await page.getByText('No one has the email').first().waitFor();
    });
  });
}

async function limitOf(world: ConsoleWorld, email: string): Promise<number> {
  const { rows } = (await askApi(world, `/caps?email=${encodeURIComponent(email)}`)) as {
    readonly rows: readonly { readonly limit: number }[];
  };
  return rows[0]?.limit ?? 0;
}
