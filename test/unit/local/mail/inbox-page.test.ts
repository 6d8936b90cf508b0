import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startMailCatcher, type MailCatcher } from '../../../../local/mail/open-mail.ts';

let catcher: MailCatcher;
let page = '';
let policy = '';

beforeAll(async () => {
  catcher = await startMailCatcher();
  const answer = await fetch(`${catcher.url}/?any=thing`);
  page = await answer.text();
  policy = answer.headers.get('content-security-policy') ?? '';
});

afterAll(async () => catcher.close());

describe('the inbox page', () => {
  test('stands in front of the catcher, which goes on answering everything else', async () => {
    const store = await fetch(`${catcher.url}/store`);

    expect(page).toContain('<title>Curfew inbox</title>');
    expect(store.headers.get('content-type')).toContain('json');
    expect(await store.json()).toHaveProperty('emails');
    expect((await fetch(`${catcher.url}/`, { method: 'POST' })).status).not.toBe(200);
  });

  test('runs its own script and no other', () => {
    const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gsu)].map(([, script = '']) => script);
    const hashes = scripts.map((script) => createHash('sha256').update(script).digest('base64'));

    expect(scripts.length).toBe(1);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'sha256-${hashes[0]}'`);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/u);
    expect(page).not.toMatch(/ on[a-z]+=/u);
  });

  test('shows a mail in a frame that may do nothing, and puts its words nowhere as markup', () => {
    expect(page).toContain("frame.setAttribute('sandbox', '')");
    expect(page).toContain('frame.srcdoc = body.html');
    expect(page).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write/u);
  });

  test('follows light and dark, and has a layout for phones', () => {
    expect(page).toContain('color-scheme: light dark');
    expect(page).toMatch(/@media \(max-width: \d+px\)/u);
    expect(page).toContain('width=device-width');
  });
});
