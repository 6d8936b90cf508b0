import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { useScratchFolder } from '../support/scratch-folder.ts';
import { axeViolations, openConsoleWorld, overflowPx, screenshot, type ConsoleWorld } from './browser.ts';

const { pathOf } = useScratchFolder('file');
let world: ConsoleWorld;

beforeAll(async () => {
  world = await openConsoleWorld(pathOf('state'));
}, 120_000);

afterAll(async () => world.close());

const developer = 'olga.kumar@acme.example';

describe('My page', () => {
  test('tells a developer without a role why they are stopped and until when, and nothing of others', async () => {
    const page = await world.openPage('/', { as: developer, theme: 'dark', width: 360 });
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
    expect(await page.getByText('What decides: your own monthly budget').count()).toBe(1);
    const named = answers.join('\n').match(/[\w.+-]+@acme\.example/giu) ?? [];
    expect([...new Set(named.map((email) => email.toLowerCase()))]).toEqual([developer]);
    expect(await overflowPx(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });

  test('asks for credits, says what is wrong with the form and keeps it, and takes a request back', async () => {
    const page = await world.openPage('/me', { as: developer });
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
  });

  test('makes a token that the hook is taken under, and revokes it', async () => {
    const page = await world.openPage('/me', { as: developer });
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
