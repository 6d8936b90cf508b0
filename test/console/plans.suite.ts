import { describe, expect, test } from 'vitest';

import { invariant } from '../../shared/domain/invariant.ts';
import { runningAddresses } from '../../local/state/running-file.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import { axeViolations, overflowPx, type ConsoleWorld } from './browser.ts';

/** What people decide: held plans, requests, alerts; and where they look it up again. */
export function plansSuite(world: () => ConsoleWorld): void {
  describe('Requests', () => {
    test('a denial needs a reason', async () => {
      const email = 'olga.smith@acme.example';
      const asker = await world().openPage('/');
      await asker.goto(await askLinkOf(world(), email));
      await asker.getByLabel('How many credits more').fill('1000');
      await asker.getByLabel('Reason').fill('More');
      await asker.getByRole('button', { name: 'Ask' }).click();

      const page = await world().openPage('/requests', { theme: 'dark', width: 360 });
      await page.getByRole('link', { name: email }).click();
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByText('Say why: it goes to whoever asked').waitFor();
      expect(await overflowPx(page)).toBe(0);
      await page.getByRole('textbox', { name: 'Reason' }).fill('Use what is left first');
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByText('The request is denied').waitFor();
    });
  });

  describe('Alerts and the journal', () => {
    test('an alert is acknowledged with a reason, and stands in the journal under it', async () => {
      const page = await world().openPage('/alerts?severity=low', { theme: 'dark', width: 360 });
      expect(await overflowPx(page)).toBe(0);
      await page.goto(`${world().origin}/alerts`);
      await page.getByRole('checkbox', { name: /computer.*ci-runner-01/iu }).click();
      await page.getByRole('button', { name: 'Acknowledge 1 alert' }).click();
      await page.getByRole('textbox', { name: 'Reason' }).fill('Ordered again');
      await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await axeViolations(page)).toEqual([]);

      await page.goto(`${world().origin}/journal?kind=alert-acknowledged`);
      await page.getByText('Ordered again').first().waitFor();
      expect(await axeViolations(page)).toEqual([]);
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

function addressesOf({ stateDir }: ConsoleWorld) {
  const addresses = runningAddresses(stateFolderAt(stateDir).runningFile);
  invariant(addresses?.inbox !== undefined, 'the installation runs while tests of the console do');
  return addresses;
}
