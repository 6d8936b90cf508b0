import { expect, test } from 'vitest';

import cdk from '../../cdk.json' with { type: 'json' };
import { ConfigError, readConfig } from '../../infra/config.ts';

const organization = {
  name: 'acme',
  baseUrl: 'https://platform.example.com',
  settings: { mailFrom: 'curfew@acme.example' },
};
const config = { stage: 'prod', region: 'eu-central-1', organizations: [organization] };

test('the placeholder of the repository is a valid configuration', () => {
  expect(readConfig(cdk.context.curfew).organizations.map(({ name }) => name)).toEqual(['example']);
});

test('settings that are left out take their defaults', () => {
  const [acme] = readConfig(config).organizations;

  expect(acme?.settings).toMatchObject({ rereadDays: 3, platformWindowAnchorDay: 1 });
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
  expect(() => readConfig({ ...config, organizations: [organization, organization] })).toThrow('names of their own');
});

test('an organization whose settings would not fit into a function is refused', () => {
  const admins = Array.from({ length: 50 }, (_, index) => `somebody-with-a-very-long-name-${index}@mail.acme.example`);

  const reading = () =>
    readConfig({ ...config, organizations: [{ ...organization, settings: { ...organization.settings, admins } }] });

  expect(reading).toThrow('curfew.organizations.0: must have at most 2600 characters as JSON');
});
