import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { readConsoleFiles } from '../../../../local/console/console-files.ts';
import { consoleSessions } from '../../../../local/console/console-sessions.ts';
import { consoleSite } from '../../../../local/console/console-site.ts';
import { callerOfMachine } from '../../../../shared/kernel/access/caller.ts';
import { consolePolicy } from '../../../../shared/kernel/contract/console-headers.ts';
import { useScratchFolder } from '../../../support/scratch-folder.ts';

const { pathOf } = useScratchFolder();
const origin = 'http://127.0.0.1:4100';

function siteOf({ people = [] }: { readonly people?: readonly string[] } = {}) {
  const folder = pathOf('dist');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Curfew</title>');
  writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'plain');
  writeFileSync(join(folder, 'assets', 'main-1a2b.js.br'), 'packed');
  const files = readConsoleFiles(folder);
  return consoleSite({
    sessions: consoleSessions(callerOfMachine('ada'), () => 0),
    files: () => files,
    people: async () => Promise.resolve(people),
    hasSecret: (request) => request.headers.get('authorization') === 'Bearer secret',
    port: () => 4_100,
  });
}

type Site = ReturnType<typeof siteOf>;

async function post(site: Site, path: string, { body = {}, headers = {}, method = 'POST' }: Posted = {}) {
  const response = await site.answer(new Request(`${origin}${path}`, { method, headers, body: JSON.stringify(body) }));
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie'),
    document: (await response.json()) as never,
  };
}

interface Posted {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

async function signedIn(site: Site): Promise<Readonly<Record<string, string>>> {
  const { cookie, document } = await post(site, '/session', { body: { secret: site.newLink().split('#')[1] } });
  const { key } = document as { readonly key: string };
  return { cookie: cookie?.split(';')[0] ?? '', 'curfew-console': key };
}

describe('the site of the console', () => {
  test('gives the page for every address that is no file, under a policy without anything inline', async () => {
    const site = siteOf();

    const answers = await Promise.all(
      ['/', '/people/ann%40acme.example', '/../../etc/passwd'].map(async (path) =>
        site.answer(new Request(`${origin}${path}`)),
      ),
    );

    for (const answer of answers) {
      expect(await answer.text()).toContain('<title>Curfew');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-security-policy')).toBe(consolePolicy());
    }
    expect(consolePolicy()).not.toMatch(/unsafe|\*|https?:/u);
    expect(consolePolicy()).toMatch(/default-src 'none'.*object-src 'none'.*frame-ancestors 'none'/u);
  });

  test('gives assets packed to who takes them, for ever, and no page in place of one that is gone', async () => {
    const site = siteOf();
    const asset = async (path: string, encodings: string) =>
      site.answer(new Request(`${origin}${path}`, { headers: { 'accept-encoding': encodings } }));

    const [packed, plain, gone] = [
      await asset('/assets/main-1a2b.js', 'gzip, br'),
      await asset('/assets/main-1a2b.js', 'identity'),
      await asset('/assets/main-0000.js', 'br'),
    ];

    expect([await packed.text(), packed.headers.get('content-encoding')]).toEqual(['packed', 'br']);
    expect(packed.headers.get('cache-control')).toMatch(/immutable/u);
    expect([await plain.text(), plain.headers.get('content-encoding')]).toEqual(['plain', null]);
    expect(gone.status).toBe(404);
  });

  test('the link signs one browser in, with a cookie that no script reads and no other site sends', async () => {
    const site = siteOf();
    const secret = site.newLink().split('#')[1];

    const first = await post(site, '/session', { body: { secret } });
    const second = await post(site, '/session', { body: { secret } });

    expect(first.cookie).toMatch(/^curfew-4100=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/u);
    expect(second).toMatchObject({ status: 401, cookie: null });
  });

  test('a call that has the cookie alone, as another port of the machine could send it, is nobody’s', async () => {
    const site = siteOf();
    const headers = await signedIn(site);
    const { cookie = '' } = headers;

    expect(site.callerOf(new Request(`${origin}/api/status`, { headers }))?.via).toBe('machine');
    expect(site.callerOf(new Request(`${origin}/api/status`, { headers: { cookie } }))).toBeUndefined();
    expect(await post(site, '/session/person', { method: 'PUT', headers: { cookie } })).toMatchObject({ status: 401 });
  });

  test('links are given to whoever has the secret of the start, and to nobody else who is signed in', async () => {
    const site = siteOf();

    const withSecret = await post(site, '/session/links', { headers: { authorization: 'Bearer secret' } });
    const without = await post(site, '/session/links', { headers: await signedIn(site) });

    expect(withSecret.document).toMatchObject({
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4100\/sign-in#/u),
    });
    expect(without.status).toBe(401);
  });

  test('only the demo can be looked at as somebody else', async () => {
    const [real, demo] = [siteOf(), siteOf({ people: ['viewer@acme.example'] })];
    const asViewer = async (site: Site) => {
      const headers = await signedIn(site);
      const body = { email: 'viewer@acme.example' };
      const { status } = await post(site, '/session/person', { method: 'PUT', headers, body });
      return [status, site.callerOf(new Request(`${origin}/api/status`, { headers }))?.name];
    };

    expect(await asViewer(real)).toEqual([403, 'ada']);
    expect(await asViewer(demo)).toEqual([200, 'viewer@acme.example']);
  });
});
