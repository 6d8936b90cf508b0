import { describe, expect, test } from 'vitest';

import { invariant } from '../../shared/kernel/invariant.ts';
import { isSoak } from '../world/rounds.ts';
import { askApi } from './ask-api.ts';
import { axeViolations, overflowPx, screenshot, type ConsoleWorld } from './browser.ts';
import { addressesOf, askForHeldPlan, giveDefaultBack, heldPlan, limitOf, reachOf } from './limits.ts';

/** What people decide: held plans, requests, alerts; and where they look it up again. */
export function plansSuite(world: () => ConsoleWorld): void {
  describe('Requests', () => {
    test('somebody asks by the link in their mail, an approver gives less, and the limit rises on the platform', async () => {
      const email = 'alan.garcia@acme.example';
      const before = await reachOf(world(), email);
      const asker = await world().openPage('/');
      await asker.goto(await askLinkOf(world(), email));
      await asker.getByLabel('How many credits more').fill('9000');
      await asker.getByLabel('Reason').fill('Release week <b>“now”</b>');
      await asker.getByRole('button', { name: 'Ask' }).click();

      const page = await world().openPage('/requests', { as: 'finops@acme.example' });
      await page.getByRole('link', { name: email }).click();
      await page.getByText('What it gives now').waitFor();
      await screenshot(page, 'requests-light-1440');
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('radio', { name: /With as much more for org/u }).click();
      await page.getByRole('textbox', { name: 'Credits' }).fill('6k');
      await page.getByRole('button', { name: 'Approve 6,000' }).click();
      await page.getByText('Approved: 6,000 credits').waitFor();

      const { rows } = await askApi(world(), '/requests?all=true');
      expect(rows).toContainEqual(expect.objectContaining({ email, status: 'less', given: 6_000 }));
      await expect.poll(async () => limitOf(world(), email), { timeout: 60_000 }).toBe(before + 6_000);
    });

    test.runIf(isSoak)('a denial needs a reason', async () => {
      const email = 'olga.smith@acme.example';
      const asker = await world().openPage('/');
      await asker.goto(await askLinkOf(world(), email));
      await asker.getByLabel('How many credits more').fill('1000');
      await asker.getByLabel('Reason').fill('More');
      await asker.getByRole('button', { name: 'Ask' }).click();

      const page = await world().openPage('/requests', { theme: 'dark', width: 360 });
      await page.getByRole('link', { name: email }).click();
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByText('Say why: the person who asked reads it').waitFor();
      expect(await overflowPx(page)).toBe(0);
      await page.getByRole('textbox', { name: 'Reason' }).fill('Use what is left first');
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByText('The request is denied').waitFor();
    });
  });

  describe('Plan review', () => {
    test('a held plan: release one row, approve the plan of now, and the limits are on the platform', async () => {
      await askForHeldPlan(world());
      const page = await world().openPage('/plans', { as: 'finops@acme.example' });
      await page.locator('table a').first().click();
      await page.getByText('What it would do').waitFor();
      await screenshot(page, 'plan-light-1440');
      expect(await page.getByRole('region', { name: 'Newly stopped' }).count()).toBe(1);
      expect(await axeViolations(page)).toEqual([]);
      const [email = ''] = (await heldPlan(world())).stopped;
      const before = await limitOf(world(), email);

      await page.getByRole('button', { name: `Release now: ${email}` }).click();
      await page.getByText('1 person is stopped by it').waitFor();
      await page.getByRole('button', { name: 'Release now', exact: true }).click();
      await page.getByText('The rest waits for a decision').waitFor();
      expect(await limitOf(world(), email)).toBeLessThan(before);

      const next = await heldPlan(world());
      await page.goto(`${world().origin}/plans/${next.plan}`);
      const [waiting] = next.rows;
      invariant(waiting !== undefined, 'something waits beside the row that was released');
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await page.getByText('The run is complete').waitFor();
      expect(await limitOf(world(), waiting.email)).toBe(waiting.to);
      await giveDefaultBack(world());
    });
  });

  describe('Alerts and the journal', () => {
    test.runIf(isSoak)('an alert is acknowledged with a reason, and stands in the journal under it', async () => {
      const page = await world().openPage('/alerts?severity=low', { theme: 'dark', width: 360 });
      expect(await overflowPx(page)).toBe(0);
      await page.goto(`${world().origin}/alerts`);
      await page.getByRole('checkbox', { name: /computer.*ci-runner-01/iu }).click();
      await page.getByRole('button', { name: 'Acknowledge 1 alert' }).click();
      await page.getByRole('textbox', { name: 'Reason' }).fill('Ordered again');
      await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await axeViolations(page)).toEqual([]);

      const journal = await world().openPage('/journal?kind=alert-acknowledged');
      // The reason lies in the details of the entry, which are closed.
      await journal.getByText('Ordered again').first().waitFor({ state: 'attached' });
      expect(await axeViolations(journal)).toEqual([]);
    });
  });
}

/** The link to ask for credits, from the last mail that somebody got. */
async function askLinkOf(opened: ConsoleWorld, email: string): Promise<string> {
  const { inbox } = addressesOf(opened);
  const { emails } = (await (await fetch(`${inbox}/store`)).json()) as {
    readonly emails: readonly {
      readonly destination: { readonly to: readonly string[] };
      readonly body: { readonly text?: string };
    }[];
  };
  const links = emails
    .filter(({ destination }) => destination.to.includes(email))
    .flatMap(({ body: { text = '' } }) => text.match(/http\S+\/requests\/link\/ask\/\S+/gu) ?? []);
  const link = links.at(-1);
  invariant(link !== undefined, `${email} got a mail with a link to ask`);
  return link;
}
