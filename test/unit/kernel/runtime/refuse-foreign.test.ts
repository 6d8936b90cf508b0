import { describe, expect, test } from 'vitest';

import { refuseForeign } from '../../../../shared/kernel/runtime/refuse-foreign.ts';
import { hostileCalls } from '../../../support/hostile-page.ts';

const port = 4101;
const host = `127.0.0.1:${port}`;

describe('a call to what listens on this machine', () => {
  test.each(hostileCalls(port))('is refused as what a web page elsewhere makes a browser send: $what', (call) => {
    expect(refuseForeign(call, { port })?.status).toBeOneOf([403, 421]);
    expect(refuseForeign(call, { port, isPage: true })?.status).toBeOneOf([403, 421]);
  });

  test.each(['localhost:4101', '127.0.0.1:4101', '[::1]:4101', 'LOCALHOST:4101'])(
    'is let in by the name %s',
    (name) => {
      expect(refuseForeign({ method: 'GET', headers: { host: name } }, { port })).toBeUndefined();
    },
  );

  test.each([
    ['no name', undefined],
    ['a name that only begins like one of this machine', '127.0.0.1.evil.example:4101'],
    ['a name with somebody before it', 'evil@127.0.0.1:4101'],
    ['an address of the network', '192.168.1.7:4101'],
    ['any address', '0.0.0.0:4101'],
    ['another port', '127.0.0.1:4102'],
    ['no port', '127.0.0.1'],
  ])('is refused with %s', (_, name) => {
    expect(refuseForeign({ method: 'GET', headers: { host: name } }, { port })).toMatchObject({ status: 421 });
  });

  test('may name any port where something may stand between, and never another name', () => {
    expect(refuseForeign({ method: 'GET', headers: { host: 'localhost:9999' } })).toBeUndefined();
    expect(refuseForeign({ method: 'GET', headers: { host: 'evil.example:9999' } })).toMatchObject({ status: 421 });
  });

  test('is let in from a program, whatever it does', () => {
    const json = { host, 'content-type': 'application/json' };
    const signed = { host, 'content-type': 'application/x-www-form-urlencoded', authorization: 'AWS4-HMAC-SHA256 …' };

    expect(refuseForeign({ method: 'DELETE', headers: { host } }, { port })).toBeUndefined();
    expect(refuseForeign({ method: 'POST', headers: json }, { port })).toBeUndefined();
    expect(refuseForeign({ method: 'POST', headers: signed }, { port })).toBeUndefined();
  });

  test('is let in from a page of the origin that is called, and from the address bar', () => {
    const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

    expect(refuseForeign({ method: 'POST', headers: own }, { port })).toBeUndefined();
    expect(refuseForeign({ method: 'GET', headers: { host, 'sec-fetch-site': 'none' } }, { port })).toBeUndefined();
  });

  test('may open a page by a link from elsewhere, and nothing that is no page', () => {
    const link = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

    expect(refuseForeign({ method: 'GET', headers: link }, { port, isPage: true })).toBeUndefined();
    expect(refuseForeign({ method: 'GET', headers: link }, { port })).toMatchObject({ status: 403 });
    expect(refuseForeign({ method: 'POST', headers: link }, { port, isPage: true })).toMatchObject({ status: 403 });
  });

  test('is refused without a word of what was sent', () => {
    const said = JSON.stringify(hostileCalls(port).map((call) => refuseForeign(call, { port })));

    expect(said).not.toMatch(/evil|4998/u);
  });
});
