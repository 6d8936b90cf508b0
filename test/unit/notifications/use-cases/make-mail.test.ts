import { expect, test } from 'vitest';

import type { MailContent } from '../../../../shared/mail/content.ts';
import { linkPlace, mailLink } from '../../../../shared/mail/mail-link.ts';
import { summaryMail } from '../../../../shared/notifications/compose/due-mail.ts';
import { contentOf } from '../../../support/mail-samples.ts';

const run = { runId: 'run-1', at: '2026-03-15T08:00:00.000Z' } as Parameters<typeof summaryMail>[1];

function mailTo(recipient: string, content: MailContent, ownDomains: readonly string[] = []) {
  return summaryMail({ mailId: 'm-1', recipient, severity: 'info', contentWith: () => content, carries: [] }, run, {
    pending: [],
    moment: { nowMs: 0, quiet: [], digests: [], ownDomains },
  }).mail;
}

const lure = 'www.evil.com and evil.example/pay, //evil.io, eve@evil.com, https://evil.zip';

test('no text from outside becomes a link in subject, text or HTML of a mail', () => {
  const { subject, text, html } = mailTo(
    'ruth@acme.example',
    contentOf(() => lure),
  );

  const texts = [subject, text, html.replaceAll(/<[^>]*>/gu, ' ')];
  for (const each of texts) {
    expect(each).toContain('www[.]evil[.]com and evil[.]example/pay, //evil[.]io, eve@evil[.]com, https: //evil[.]zip');
    expect(each).not.toMatch(/evil\.(?:com|example|io|zip)/u);
  }
  expect(html).not.toContain('href=');
});

test('a link of its own stays one, and so do addresses of the recipient’s domain', () => {
  const link = {
    ...mailLink({ purpose: 'ask', subject: 's', door: 'https://door.acme.example' }),
    label: 'Ask for more',
  };
  const content = contentOf(() => 'ann@acme.example');
  const sections = [...content.sections, { kind: 'links', heading: 'Links', links: [link] } as const];

  const { text, html, links } = mailTo('ruth@acme.example', { ...content, sections });

  expect(html).toContain(`href="${linkPlace(link)}"`);
  expect(text).toContain(linkPlace(link));
  expect(links).toMatchObject([{ door: 'https://door.acme.example' }]);
  expect(text).toContain('ann@acme.example');
});

test('addresses of the organization’s domains are whole in every mail, so that commands can be pasted, and no others', () => {
  const content = contentOf(() => 'npx curfew topup add ann@acme.de, as eve@evil.com says');

  const { subject, text, html } = mailTo('ruth@ops.example', content, ['acme.de']);

  for (const each of [subject, text, html.replaceAll(/<[^>]*>/gu, ' ')]) {
    expect(each).toContain('npx curfew topup add ann@acme.de, as eve@evil[.]com says');
  }
});

test('a command with an address that is broken up is quoted, so that zsh and bash take it as printed', () => {
  const content = contentOf(
    () =>
      'To give more: npx curfew topup add eve@evil.com 10 --reason "as eve@evil.com says", and then ask eve@evil.com',
  );

  expect(mailTo('ruth@ops.example', content).text).toContain(
    `npx curfew topup add 'eve@evil[.]com' 10 --reason "as eve@evil[.]com says", and then ask eve@evil[.]com`,
  );
});
