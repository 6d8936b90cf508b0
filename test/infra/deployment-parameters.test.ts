import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { type Config, readConfig } from '../../infra/config.ts';
import { environmentCharsLeft } from '../../infra/environment-room.ts';
import { DeploymentParts } from '../../shared/kernel/contract/deployment-parts.ts';
import { tableDefinitions } from '../../shared/kernel/contract/tables.ts';
import { Settings } from '../../shared/settings/contract/settings.ts';
import { buildApp, stackNamed, synthesize, testConfig, type SynthesizedStack } from './synthesized.ts';

/** What a parameter holds that takes the tier that it needs. */
const valueCharsMax = 8_192;

/** The longest that CloudFormation can make of the names here: those of tables hold that of their stack. */
const standIns = {
  table: 'T'.repeat(100),
  topic: `arn:aws:sns:eu-central-1:111122223333:${'T'.repeat(100)}`,
  address: 'https://abcdefghij.execute-api.eu-central-1.amazonaws.com',
  arn: `arn:aws:lambda:eu-central-1:111122223333:function:${'F'.repeat(64)}:live`,
};

let stack: SynthesizedStack;

beforeAll(() => {
  stack = stackNamed(synthesize(buildApp()), 'Curfew-test-acme-Jobs');
});

test('a deployment says where its parts are under its stage and organization, in the tier that it needs', () => {
  const parameters = [...stack.resources('AWS::SSM::Parameter').values()].map(({ Properties }) => Properties);

  expect(parameters).toMatchObject([
    { Name: '/curfew/test/acme/parts', Type: 'String', Tier: 'Intelligent-Tiering' },
    { Name: '/curfew/test/acme/settings', Type: 'String', Tier: 'Intelligent-Tiering' },
  ]);
});

test('the parts are those that the command line reads: every table and the functions for runs by hand, no secret', () => {
  const parts = DeploymentParts.parse(JSON.parse(deployedValue(stack, 'parts')));

  expect(Object.keys(parts.tables)).toEqual(Object.keys(tableDefinitions));
  expect(parts).toMatchObject({ account: '111122223333', region: 'eu-central-1', door: standIns.address });
  expect(parts).toMatchObject({ alarmTopic: standIns.topic, scheduleGroup: expect.stringContaining('Schedules') });
  expect(deployedValue(stack, 'parts')).not.toMatch(/secret/i);
});

test('the settings are those of the organization', () => {
  const settings = Settings.parse(JSON.parse(deployedValue(stack, 'settings')));

  const doorUrl = `${standIns.address}/requests/link`;
  expect(settings).toEqual(Settings.parse({ ...testConfig.organizations[0]?.settings, doorUrl }));
});

test('with the longest names that can be deployed, and the longest settings, each fits', () => {
  const name = 'a'.repeat(24);
  const runbook = '{{'.repeat(60);
  const settings = { mailFrom: 'curfew@acme.example', controls: { runbook } };
  const configWith = (admins: readonly string[]) => {
    const organization = { name, baseUrl: 'https://platform.example.com', settings: { ...settings, admins } };
    return readConfig({ ...testConfig, stage: name, organizations: [organization] });
  };

  const stacks = synthesize(buildApp(configWith(emails(configWith(['a@b.example'])))));

  const longest = stackNamed(stacks, `Curfew-${name}-${name}-Jobs`);
  const lengths = ['parts', 'settings'].map((part) => deployedValue(longest, part).length);
  expect(Math.max(...lengths)).toBeLessThan(valueCharsMax);
  expect(lengths[1]).toBeGreaterThan(1_700);
  // AWS takes two opening braces for the name of another parameter.
  expect(deployedValue(longest, 'settings')).not.toContain('{{');
  expect(Settings.parse(JSON.parse(deployedValue(longest, 'settings'))).controls.runbook).toBe(runbook);
});

/** As many admins as the configuration has room for. */
function emails({ stage, organizations: [organization] }: Config): readonly string[] {
  const charsLeft = organization === undefined ? 0 : environmentCharsLeft(stage, organization);
  return Array.from({ length: Math.floor(charsLeft / 30) }, (_, index) => `admin-${index}-of@acme.example`);
}

const Joined = z.object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) });

/** The value of a parameter as CloudFormation puts it together. */
function deployedValue(from: SynthesizedStack, part: string): string {
  const parameters = [...from.resources('AWS::SSM::Parameter').values()].map(({ Properties }) => Properties);
  const value = parameters.find(({ Name }) => String(Name).endsWith(`/${part}`))?.['Value'];
  const pieces = typeof value === 'string' ? [value] : Joined.parse(value)['Fn::Join'][1];
  return pieces.map(standInFor).join('');
}

function standInFor(piece: unknown): string {
  const text = JSON.stringify(piece);
  if (typeof piece === 'string') {
    return piece;
  }
  if (text.includes('AWS::AccountId')) {
    return '111122223333';
  }
  if (text.includes('ImportValue')) {
    return standIns.table;
  }
  if (text.includes('ApiEndpoint')) {
    return standIns.address;
  }
  return text.includes('Alarms') ? standIns.topic : standIns.arn;
}
