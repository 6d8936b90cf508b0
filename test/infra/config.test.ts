import { expect, test } from 'vitest';

import cdk from '../../cdk.json' with { type: 'json' };
import { ConfigError, readConfig } from '../../infra/config.ts';

const organization = {
  name: 'acme',
  baseUrl: 'https://platform.example.com',
  settings: { admins: ['finops@acme.example'], mailFrom: 'curfew@acme.example' },
};
const config = { stage: 'prod', region: 'eu-central-1', organizations: [organization] };

test('the placeholder of the repository is a valid configuration', () => {
  expect(readConfig(cdk.context.curfew).organizations.map(({ name }) => name)).toEqual(['example']);
});

test('settings that are left out take their defaults', () => {
  const [acme] = readConfig(config).organizations;

  expect(acme?.settings).toMatchObject({ rereadDays: 3, platformWindowAnchorDay: 1 });
});

test('two stages never share a stack: nothing in the name of one could be taken for that of an organization', () => {
  const reading = () => readConfig({ ...config, stage: 'prod-eu' });

  expect(reading).toThrow(/curfew\.stage: .* no -/u);
});

test.each([{ admins: [] }, { admins: undefined }])('somebody has to be notified of alarms: %o is refused', (told) => {
  const settings = { ...organization.settings, ...told };

  const reading = () => readConfig({ ...config, organizations: [{ ...organization, settings }] });

  expect(reading).toThrow('curfew.organizations.0.settings.admins: ');
});

const issuer = { oidc: { issuer: 'https://login.acme.example', audience: ['curfew'] } };
const certificate = 'arn:aws:acm:eu-central-1:222233334444:certificate/01234567-89ab-cdef-0123-456789abcdef';

test.each([
  [{ door: issuer, console: {} }, 'console.clientId: is needed with door.oidc'],
  [
    { console: { clientId: 'own' } },
    'console.clientId: is needed with door.oidc, whose issuer knows the console by it, and must be left out',
  ],
  [{ console: { domain: { name: 'curfew.acme.example', certificate } } }, 'certificate of ACM in us-east-1'],
  [
    { console: { domain: { name: 'https://curfew.acme.example', certificate } } },
    'console.domain.name: must be the name',
  ],
])('a console that could not be signed in to or reached is refused: %j', (beside, words) => {
  expect(() => readConfig({ ...config, organizations: [{ ...organization, ...beside }] })).toThrow(words);
});

test('a configuration of the command line comes as JSON', () => {
  expect(readConfig(JSON.stringify(config))).toEqual(readConfig(config));
});

test('one message names all that is wrong, and no value', () => {
  const reading = () =>
    readConfig({
      stage: 'Prod!',
      account: 111122223333,
      colour: 'red',
      organizations: [{ name: 'a b', baseUrl: 'http://user:hunter2@example.com', settings: { rereadDays: 0 } }],
    });

  expect(reading).toThrow(ConfigError);
  for (const place of [
    'curfew.stage: must be 1 to 24 of a-z, 0-9 and -',
    'curfew.region: ',
    'curfew.account: ',
    'curfew: Unrecognized key: "colour"',
    'curfew.organizations.0.name: must be 1 to 24',
    'curfew.organizations.0.baseUrl: must not hold a user or a password',
    'curfew.organizations.0.settings.mailFrom: ',
    'curfew.organizations.0.settings.rereadDays: ',
  ]) {
    expect(reading).toThrow(place);
  }
  expect(reading).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
});

test.each([undefined, '{"stage":', 'hunter2'])('a configuration that is none is refused: %s', (context) => {
  expect(() => readConfig(context)).toThrow(/^The configuration \(context "curfew"/);
});

test('two organizations never have one name', () => {
  expect(() => readConfig({ ...config, organizations: [organization, organization] })).toThrow(
    /curfew\.organizations: .*different names/u,
  );
});

const sending = (mailIdentity: unknown, name = 'acme') => ({ ...organization, name, mailIdentity });

test.each(['acme.example', 'ACME.example', 'curfew@acme.example', 'example'.repeat(9).concat('.example')])(
  'an identity that is to be made is a domain or an address: %s',
  (create) => {
    const mailFrom = create.includes('@') ? create : `curfew@mail.${create}`;
    const given = { ...sending({ create }), settings: { ...organization.settings, mailFrom } };

    const [acme] = readConfig({ ...config, organizations: [given] }).organizations;

    expect(acme?.mailIdentity).toEqual({ create: create.toLowerCase() });
  },
);

test.each(['acme', 'https://acme.example', 'a b@acme.example', '-acme.example', ''])(
  'what is neither domain nor address is not made an identity of: %o',
  (create) => {
    const reading = () => readConfig({ ...config, organizations: [sending({ create })] });

    expect(reading).toThrow('curfew.organizations.0.mailIdentity');
  },
);

test.each(['globex.example', 'curfew@globex.example', 'cme.example', 'mail.acme.example'])(
  'an identity that is to be made is one that the sender may send with, not %s',
  (create) => {
    const reading = () => readConfig({ ...config, organizations: [sending({ create })] });

    expect(reading).toThrow(/curfew\.organizations\.0\.mailIdentity\.create: .*settings\.mailFrom/u);
  },
);

test('two organizations never make one identity; the second names it as one that is there', () => {
  const first = sending({ create: 'acme.example' });

  const reading = () => readConfig({ ...config, organizations: [first, sending({ create: 'ACME.example' }, 'north')] });
  const shared = readConfig({ ...config, organizations: [first, sending('acme.example', 'north')] });

  expect(reading).toThrow(/curfew\.organizations\.1\.mailIdentity\.create: .*earlier/u);
  expect(shared.organizations.map(({ mailIdentity }) => mailIdentity)).toEqual([
    { create: 'acme.example' },
    'acme.example',
  ]);
});

test('an organization whose settings would not fit into a function is refused', () => {
  const admins = Array.from({ length: 50 }, (_, index) => `somebody-with-a-very-long-name-${index}@mail.acme.example`);

  const reading = () =>
    readConfig({ ...config, organizations: [{ ...organization, settings: { ...organization.settings, admins } }] });

  expect(reading).toThrow(/curfew\.organizations\.0: is \d+ characters longer/u);
});

test.each([
  [{ oidc: { issuer: 'http://login.acme.example', audience: ['curfew'] } }, 'oidc.issuer: must be the https address'],
  [{ oidc: { issuer: 'https://login.acme.example', audience: [] } }, 'oidc.audience: '],
  [{ origin: 'https://curfew.acme.example/page' }, 'origin: must be https:// and a host, without a path'],
  [{ origin: '*' }, 'origin: must be https:// and a host'],
  [{ rate: { perSecond: 0, burst: 10 } }, 'rate.perSecond: '],
  [{ linkRate: { perSecond: 5 } }, 'linkRate.burst: '],
  [{ reservedConcurrency: 0 }, 'reservedConcurrency: '],
  [{ open: true }, ': Unrecognized key: "open"'],
])('what would open the admin API too far, or not at all, is refused: %o', (door, problem) => {
  const reading = () => readConfig({ ...config, organizations: [{ ...organization, door }] });

  expect(reading).toThrow(`curfew.organizations.0.door${problem.startsWith(':') ? '' : '.'}${problem}`);
});
