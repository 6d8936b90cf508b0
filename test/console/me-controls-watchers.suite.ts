import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { runningAddresses } from '../../local/state/running-file.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import { unzipped } from '../support/unzipped.ts';
import { isSoak } from '../world/rounds.ts';
import { askApi } from './ask-api.ts';
import { axeViolations, overflowPx, screenshot, type ConsoleWorld } from './browser.ts';

const developer = 'olga.kumar@acme.example';

/** What developers do on their own page, and security on those of controls and watchers. */
export function meControlsWatchersSuite(world: () => ConsoleWorld): void {
  describe('My page', () => {
    test('shows a developer without a role why they are stopped and until when, and nothing of others', async () => {
      const page = await world().openPage('/', { as: developer, theme: 'dark', width: 360 });
      const answers: string[] = [];
      page.on('response', (response) => {
        if (response.url().includes('/api/')) {
          void response.text().then((text) => answers.push(text));
        }
      });
      await page.reload();
      await page.getByRole('heading', { name: 'You are stopped' }).waitFor();

      await screenshot(page, 'me-dark-360');
      expect(new URL(page.url()).pathname).toBe('/me');
      // At phone width the navigation is closed; what it holds is there.
      expect(await page.locator('#pages a').allTextContents()).toEqual(['My page']);
      expect(await page.getByText('Limited by: your monthly budget').count()).toBe(1);
      const named = answers.join('\n').match(/[\w.+-]+@acme\.example/giu) ?? [];
      // Beside their own address stands that of the admin, whom they may ask.
      expect(new Set(named.map((email) => email.toLowerCase()))).toEqual(new Set([developer, 'finops@acme.example']));
      expect(await overflowPx(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    });

    test.runIf(isSoak)(
      'asks for credits, says what is wrong with the form and keeps it, and takes a request back',
      async () => {
        const page = await world().openPage('/me', { as: developer });
        await page.getByLabel('How many credits more').fill('a lot');
        await page.getByLabel('Reason').fill('A release on Friday');
        await page.getByRole('button', { name: 'Ask', exact: true }).click();
        await page.getByText('give a whole number of credits').waitFor();
        expect(await page.getByLabel('Reason').inputValue()).toBe('A release on Friday');

        await page.getByLabel('How many credits more').fill('25k');
        await page.getByRole('button', { name: 'Ask', exact: true }).click();
        await page.getByText('Asked. The decision comes by mail').waitFor();
        await page.getByText('25,000').waitFor();
        expect(await page.getByText('waits for a decision', { exact: true }).count()).toBe(1);

        await page.getByRole('button', { name: 'Withdraw' }).click();
        await page.getByText('withdrawn', { exact: true }).waitFor();
      },
    );

    test.runIf(isSoak)('makes a token that the hook is taken under, and revokes it', async () => {
      const page = await world().openPage('/me', { as: developer });
      await page.getByRole('button', { name: 'Make a token' }).click();
      const line = (await page.getByText('/hook#cfh_').textContent()) ?? '';
      const [address = '', token = ''] = line.split('#');
      const report = async () =>
        fetch(`${address}/report`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ event: 'test' }),
        });
      expect((await report()).status).toBe(200);

      await page.getByRole('button', { name: /^Revoke the token/ }).click();
      await page.getByRole('button', { name: 'Revoke it now' }).click();
      await page.getByRole('button', { name: 'Make a token' }).waitFor();
      expect(await page.getByRole('button', { name: /^Revoke the token/ }).count()).toBe(0);
    });
  });

  describe('Controls', () => {
    test('a loosened control is alerted, acknowledged and exported with files that pass their own check', async () => {
      const revision = await loosenSandbox(world());

      await expect
        .poll(async () => (await mailedTo(world(), 'finops@acme.example')).join('; '), { timeout: 90_000 })
        .toMatch(new RegExp(`critical[^;]*${revision}`, 'iu'));

      const page = await world().openPage('/controls?severity=critical&actor=eve', { as: 'security@acme.example' });
      await page.getByText('sandbox.enabled').first().waitFor();
      await page.getByRole('link', { name: String(revision), exact: true }).click();
      await page.getByRole('button', { name: 'Acknowledge' }).click();
      await page.getByLabel('Why it is as it should be').fill('Change CHG-7, agreed with Ada');
      await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
      await page.getByText('Change CHG-7, agreed with Ada').waitFor();
      await page.getByRole('button', { name: `From revision ${revision - 1} to ${revision}` }).click();
      await page.getByText('"enabled": false').waitFor();
      expect(await axeViolations(page)).toEqual([]);

      await page.goto(`${world().origin}/controls?tab=evidence&severity=critical`);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ]);
      const folder = join(world().stateDir, 'export');
      mkdirSync(folder);
      for (const [name, bytes] of unzipped(readFileSync(await download.path()))) {
        writeFileSync(join(folder, name), bytes);
      }
      expect(download.suggestedFilename()).toMatch(/^controls-evidence-.*\.zip$/u);
      expect(readFileSync(join(folder, 'changes.csv'), 'utf8')).toContain('sandbox.enabled');
      expect(() => execFileSync(process.execPath, [join(folder, 'verify-export.mjs'), folder])).not.toThrow();

      await page.getByRole('button', { name: 'Verify now' }).click();
      await page.getByText('Revisions compared').waitFor();
    });

    test.runIf(isSoak).for([
      ['light', 1440],
      ['dark', 360],
    ] as const)('are usable by everybody in the %s at %i px', async ([theme, width]) => {
      const page = await world().openPage('/controls', { theme, width });
      await page.getByRole('grid', { name: 'Timeline of the controls' }).waitFor();

      await screenshot(page, `controls-${theme}-${width}`);
      expect(await overflowPx(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    });

    test.runIf(isSoak)('an exception is refused with the fields that are wrong, and then made', async () => {
      const page = await world().openPage('/controls?tab=allowed', { as: 'security@acme.example' });
      await page.getByRole('button', { name: 'Make an exception' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Control').fill('networkPolicy.allowedIps');
      await dialog.getByLabel('Who answers for it').fill('security@acme.example');
      await dialog.getByLabel('Reason').fill('Office move');
      await dialog.getByLabel('Until').fill('2001-01-01');
      await dialog.getByRole('button', { name: 'Make an exception' }).click();
      await dialog
        .getByText(/is missing|ends before|has to/)
        .first()
        .waitFor();

      await dialog.getByLabel('Ticket').fill('CHG-8');
      await dialog.getByLabel('Until').fill(new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10));
      await dialog.getByRole('button', { name: 'Make an exception' }).click();
      await page.getByText('CHG-8').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    });
  });

  describe('Watchers', () => {
    test.runIf(isSoak).for(['/sessions', '/sessions?tab=runaways', '/computers', '/readiness', '/roster'])(
      '%s shows what was found, for everybody, on a phone',
      async (path) => {
        const page = await world().openPage(path, { width: 360, theme: 'dark' });
        await page
          .locator('main')
          .getByText(/Migrate everything|session|builder-01|acme|roster/i)
          .first()
          .waitFor();

        await screenshot(page, `watchers${path.replaceAll(/\W/gu, '-')}`);
        expect(await overflowPx(page)).toBe(0);
        expect(await axeViolations(page)).toEqual([]);
      },
    );

    test.runIf(isSoak)('a session is opened from the list and says what it used', async () => {
      const page = await world().openPage('/sessions');
      await page.locator('main tbody').getByRole('link').first().click();

      await page.getByRole('heading', { name: /What Curfew did/ }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/sessions\/[0-9a-f-]{36}$/u);
    });
  });
}

/** Loosens one control at the platform, and has the watcher look: the number of the revision, once it is read. */
async function loosenSandbox(world: ConsoleWorld): Promise<number> {
  const { platform = '' } = runningAddresses(stateFolderAt(world.stateDir).runningFile) ?? {};
  const newest = async () => askApi<{ rows: { revision: number }[] }>(world, '/controls/timeline?limit=1');
  const before = (await newest()).rows[0]?.revision ?? 0;
  const { settings } = await askApi<{ settings: Record<string, object> }>(world, `/controls/revisions/${before}`);
  await fetch(`${platform}/__sim/controls`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      settings: { ...settings, sandbox: { ...settings['sandbox'], enabled: false } },
      user: { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' },
    }),
  });
  await askApi(world, '/runs', { job: 'controls' });
  await expect.poll(async () => (await newest()).rows[0]?.revision, { timeout: 60_000 }).toBe(before + 1);
  return before + 1;
}

/** Subjects of the mails that somebody got. */
async function mailedTo(world: ConsoleWorld, email: string): Promise<readonly string[]> {
  const { inbox } = runningAddresses(stateFolderAt(world.stateDir).runningFile) ?? {};
  const { emails } = (await (await fetch(`${inbox}/store`)).json()) as {
    emails: { subject: string; destination: { to: string[] } }[];
  };
  return emails.flatMap(({ subject, destination }) => (destination.to.includes(email) ? [subject] : []));
}
