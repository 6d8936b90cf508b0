import { expect, test } from 'vitest';

import { firstSettings } from '../../../../emulator/state/controls/first-settings.ts';
import { randomOf } from '../../../../emulator/state/random.ts';

// Written by hand from platform-api.md, "Enterprise settings fields".
const fields = [
  'sessionDefaultSettings',
  'mcpAutonomyOverrides',
  'mcpAutonomyUrlOverrides',
  'cloudSessionSync',
  'wikiCloudSync',
  'includeCoAuthoredByAgent',
  'enableAgentShield',
  'ideAutoConnect',
  'commandAllowlist',
  'commandDenylist',
  'customModels',
  'modelPolicy',
  'mcpPolicy',
  'missionPolicy',
  'userModelPolicies',
  'enabledPlugins',
  'extraKnownMarketplaces',
  'strictKnownMarketplaces',
  'networkPolicy',
  'sandbox',
  'restrictMemberVisibility',
  'restrictApiKeyCreationToManagers',
  'managedComputersEnabled',
  'managedComputersAllowedEmails',
  'byomComputersEnabled',
  'byomComputersAllowedEmails',
  'sessionRetentionDays',
  'serviceRouterGuidance',
  'serviceRouterRules',
];
const customModelFields = [
  'model',
  'id',
  'index',
  'baseUrl',
  'apiKey',
  'displayName',
  'maxContextLimit',
  'enableThinking',
  'thinkingMaxTokens',
  'maxOutputTokens',
  'extraHeaders',
  'extraArgs',
  'noImageSupport',
  'bedrock',
];

test('the first settings hold every documented field and no other', () => {
  const people = { userIds: ['a', 'b', 'c'], emails: ['a@x.example', 'b@x.example', 'c@x.example'] };

  const settings = firstSettings(randomOf(7, 'test'), people);

  expect(Object.keys(settings).toSorted()).toEqual(fields.toSorted());
  const used = new Set(settings.customModels.flatMap((model) => Object.keys(model)));
  expect([...used].toSorted()).toEqual(customModelFields.toSorted());
  expect(Object.keys(settings.customModels[1]?.bedrock ?? {}).toSorted()).toEqual(
    ['awsProfile', 'awsRegion', 'bedrockBaseUrl', 'awsAuthRefresh', 'awsCredentialExport'].toSorted(),
  );
  expect(Object.keys(settings.sandbox.network)).toHaveLength(6);
  expect(Object.keys(settings.sandbox.filesystem)).toHaveLength(4);
  expect(Object.keys(settings.modelPolicy)).toHaveLength(6);
});
