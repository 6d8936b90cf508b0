import { expect, test } from 'vitest';

import { MailCatcherStartError, startMailCatcher } from '../../../../local/mail/open-mail.ts';

test('the mail catcher shows an inbox page and gives its port back when it is closed', async () => {
  const catcher = await startMailCatcher();
  const page = await fetch(catcher.url);
  const type = page.headers.get('content-type');
  await page.text();

  await catcher.close();
  const next = await startMailCatcher({ port: Number(new URL(catcher.url).port) });
  await next.close();

  expect(type).toContain('text/html');
  expect(next.url).toBe(catcher.url);
});

test('a port that is taken is an error that names the port', async () => {
  const catcher = await startMailCatcher();
  const port = Number(new URL(catcher.url).port);

  const second = startMailCatcher({ port });

  await expect(second).rejects.toThrow(MailCatcherStartError);
  await expect(second).rejects.toThrow(new RegExp(`port ${port}: .*already`, 'u'));
  await catcher.close();
});
