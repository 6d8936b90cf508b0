import type { JsonObject } from '../../../../shared/controls/json.ts';
import { at, tryRows } from '../row.ts';

const policy = (settings: JsonObject): JsonObject => ({ modelPolicy: settings });
const model = (settings: JsonObject): JsonObject => ({ customModels: [{ id: 'g', model: 'gpt', ...settings }] });
const secret = (fingerprint: string): JsonObject => ({ $secret: 'literal', fingerprint });
const reference: JsonObject = { $secret: 'reference', fingerprint: 'name' };

tryRows([
  {
    rule: 'a model allowed is medium',
    before: policy({ allowedModelIds: ['a'] }),
    after: policy({ allowedModelIds: ['a', 'b'] }),
    worst: { path: 'modelPolicy.allowedModelIds', is: 'medium loosened', says: /may now use the model b\./u },
  },
  ...[policy({ allowedModelIds: [] }), policy({})].map((after, index) => ({
    rule: `allowed models ${index === 0 ? 'emptied' : 'unset'} are probably unrestricted, and high`,
    before: policy({ allowedModelIds: ['a'] }),
    after,
    worst: { path: 'modelPolicy.allowedModelIds', is: 'high loosened', says: /any model/u } as const,
  })),
  {
    rule: 'a model no longer allowed tightens',
    before: policy({ allowedModelIds: ['a', 'b'] }),
    after: policy({ allowedModelIds: ['a'] }),
    worst: { path: 'modelPolicy.allowedModelIds', is: 'info tightened' },
  },
  {
    rule: 'a first list of allowed models tightens',
    before: policy({}),
    after: policy({ allowedModelIds: ['a'] }),
    worst: { path: 'modelPolicy.allowedModelIds', is: 'info tightened', says: /listed models only/u },
  },
  {
    rule: 'a model no longer blocked is high',
    before: policy({ blockedModelIds: ['a', 'b'] }),
    after: policy({ blockedModelIds: ['a'] }),
    worst: {
      path: 'modelPolicy.blockedModelIds',
      is: 'high loosened',
      says: /no longer kept from using the model b/u,
    },
  },
  {
    rule: 'a model blocked tightens',
    before: policy({}),
    after: policy({ blockedModelIds: ['a'] }),
    worst: { path: 'modelPolicy.blockedModelIds', is: 'info tightened' },
  },
  ...[true, undefined].map((value) => ({
    rule: `members' own models ${value === undefined ? 'no longer decided' : 'allowed'} are high`,
    before: policy({ allowCustomModels: false }),
    after: value === undefined ? policy({}) : policy({ allowCustomModels: value }),
    worst: { path: 'modelPolicy.allowCustomModels', is: 'high loosened' } as const,
  })),
  {
    rule: "members' own models forbidden tightens",
    before: policy({ allowCustomModels: true }),
    after: policy({ allowCustomModels: false }),
    worst: { path: 'modelPolicy.allowCustomModels', is: 'info tightened' },
  },
  {
    rule: 'all models of the service allowed is high',
    before: policy({ allowAllServiceModels: false }),
    after: policy({ allowAllServiceModels: true }),
    worst: { path: 'modelPolicy.allowAllServiceModels', is: 'high loosened' },
  },
  {
    rule: 'all models of the service no longer allowed tightens',
    before: policy({ allowAllServiceModels: true }),
    after: policy({ allowAllServiceModels: false }),
    worst: { path: 'modelPolicy.allowAllServiceModels', is: 'info tightened' },
  },
  {
    rule: 'fast models allowed is low, for it is about cost',
    before: policy({}),
    after: policy({ isFastModelsAllowed: true }),
    worst: { path: 'modelPolicy.isFastModelsAllowed', is: 'low loosened', says: /cost/u },
  },
  {
    rule: 'fast models forbidden tightens',
    before: policy({ isFastModelsAllowed: true }),
    after: policy({ isFastModelsAllowed: false }),
    worst: { path: 'modelPolicy.isFastModelsAllowed', is: 'info tightened' },
  },
  {
    rule: 'an address added is high',
    before: policy({ allowedBaseUrls: ['https://llm.acme.io'] }),
    after: policy({ allowedBaseUrls: ['https://llm.acme.io', 'https://llm.other.io'] }),
    worst: { path: 'modelPolicy.allowedBaseUrls', is: 'high loosened' },
  },
  ...['http://llm.acme.io', 'https://*.acme.io', '*'].map((address) => ({
    rule: `the address ${address} added is critical`,
    before: policy({ allowedBaseUrls: ['https://llm.acme.io'] }),
    after: policy({ allowedBaseUrls: ['https://llm.acme.io', address] }),
    worst: { path: 'modelPolicy.allowedBaseUrls', is: 'critical loosened' } as const,
  })),
  {
    rule: 'addresses no longer listed are high',
    before: policy({ allowedBaseUrls: ['https://llm.acme.io'] }),
    after: policy({}),
    worst: { path: 'modelPolicy.allowedBaseUrls', is: 'high loosened', says: /any address/u },
  },
  {
    rule: 'an address removed tightens',
    before: policy({ allowedBaseUrls: ['https://llm.acme.io', 'https://llm.other.io'] }),
    after: policy({ allowedBaseUrls: ['https://llm.acme.io'] }),
    worst: { path: 'modelPolicy.allowedBaseUrls', is: 'info tightened' },
  },
  {
    rule: 'a custom model added is medium',
    before: {},
    after: model({ displayName: 'Big one', baseUrl: 'https://llm.acme.io' }),
    worst: { path: 'customModels[id=g]', is: 'medium loosened', says: /“Big one” may now be used/u },
  },
  {
    rule: 'a custom model added at an address that is not allowed is high',
    before: policy({ allowedBaseUrls: ['https://llm.acme.io'] }),
    after: { ...policy({ allowedBaseUrls: ['https://llm.acme.io'] }), ...model({ baseUrl: 'https://evil.example' }) },
    worst: { path: 'customModels[id=g]', is: 'high loosened' },
  },
  {
    rule: 'a custom model added at an address that is allowed is medium',
    before: policy({ allowedBaseUrls: ['https://llm.acme.io'] }),
    after: { ...policy({ allowedBaseUrls: ['https://llm.acme.io'] }), ...model({ baseUrl: 'https://llm.acme.io' }) },
    worst: { path: 'customModels[id=g]', is: 'medium loosened' },
  },
  {
    rule: 'a custom model removed is low',
    before: model({}),
    after: { customModels: [] },
    worst: { path: 'customModels[id=g]', is: 'low tightened', says: /no longer offered/u },
  },
  {
    rule: 'another path at the same owner is high',
    before: model({ baseUrl: 'https://eu.acme.io/v1' }),
    after: model({ baseUrl: 'https://us.acme.io/v1' }),
    worst: { path: 'customModels[id=g].baseUrl', is: 'high changed' },
  },
  {
    rule: 'an address of somebody else is critical',
    before: model({ baseUrl: 'https://eu.acme.io/v1' }),
    after: model({ baseUrl: 'https://acme.evil.example/v1' }),
    worst: { path: 'customModels[id=g].baseUrl', is: 'critical changed', says: /a foreign domain/u },
  },
  {
    rule: 'an address that no longer encrypts is critical',
    before: model({ baseUrl: 'https://eu.acme.io/v1' }),
    after: model({ baseUrl: 'http://eu.acme.io/v1' }),
    worst: { path: 'customModels[id=g].baseUrl', is: 'critical loosened', says: /no longer encrypts/u },
  },
  {
    rule: 'an address that encrypts now tightens',
    before: model({ baseUrl: 'http://eu.acme.io/v1' }),
    after: model({ baseUrl: 'https://eu.acme.io/v1' }),
    worst: { path: 'customModels[id=g].baseUrl', is: 'info tightened' },
  },
  {
    rule: 'only the secret inside of an address is another: medium, and not shown',
    before: model({ baseUrl: 'https://eu.acme.io/v1?key=[secret:aaaa]' }),
    after: model({ baseUrl: 'https://eu.acme.io/v1?key=[secret:bbbb]' }),
    worst: {
      path: 'customModels[id=g].baseUrl',
      is: 'medium changed',
      says: /^(?!.*(?:aaaa|bbbb)).*the secret inside/u,
    },
  },
  {
    rule: 'a key changed is medium',
    before: model({ apiKey: secret('a') }),
    after: model({ apiKey: secret('b') }),
    worst: {
      path: 'customModels[id=g].apiKey',
      is: 'medium changed',
      says: /key of the custom model gpt was changed/u,
    },
  },
  {
    rule: 'a reference to a key that becomes a literal is high',
    before: model({ apiKey: reference }),
    after: model({ apiKey: secret('b') }),
    worst: { path: 'customModels[id=g].apiKey', is: 'high loosened' },
  },
  {
    rule: 'the same key is no change',
    before: model({ apiKey: secret('a') }),
    after: model({ apiKey: secret('a') }),
  },
  {
    rule: 'a key and its address changed together are both high at least',
    before: model({ apiKey: secret('a'), baseUrl: 'https://eu.acme.io' }),
    after: model({ apiKey: secret('b'), baseUrl: 'https://us.acme.io' }),
    worst: { path: 'customModels[id=g].baseUrl', is: 'high changed' },
  },
  {
    rule: 'a header changed is medium',
    before: model({ extraHeaders: { authorization: secret('a') } }),
    after: model({ extraHeaders: { authorization: secret('b') } }),
    worst: {
      path: 'customModels[id=g].extraHeaders[authorization]',
      is: 'medium changed',
      says: /header authorization/u,
    },
  },
  {
    rule: 'another AWS region is medium',
    before: model({ bedrock: { awsRegion: 'eu-central-1' } }),
    after: model({ bedrock: { awsRegion: 'us-east-1' } }),
    worst: { path: 'customModels[id=g].bedrock.awsRegion', is: 'medium changed' },
  },
  ...['awsAuthRefresh', 'awsCredentialExport'].map((name) => ({
    rule: `another ${name} is high`,
    before: model({ bedrock: { [name]: secret('a') } }),
    after: model({ bedrock: { [name]: secret('b') } }),
    worst: { path: `customModels[id=g].bedrock.${name}`, is: 'high changed' } as const,
  })),
  ...[
    { name: 'extraArgs', before: { top_p: 1 }, after: { top_p: 0.5 }, path: 'extraArgs[top_p]' },
    { name: 'maxContextLimit', before: 1000, after: 2000 },
    { name: 'maxOutputTokens', before: 1000, after: 2000 },
    { name: 'thinkingMaxTokens', before: 1000, after: 2000 },
    { name: 'enableThinking', before: false, after: true },
    { name: 'noImageSupport', before: false, after: true },
    { name: 'displayName', before: 'A', after: 'B' },
    { name: 'index', before: 1, after: 2 },
  ].map(({ name, before, after, path = name }) => ({
    rule: `another ${name} of a custom model is low`,
    before: model({ [name]: before }),
    after: model({ [name]: after }),
    worst: { path: `customModels[id=g].${path}`, is: 'low changed' } as const,
  })),
  {
    rule: 'a user who gains a model is medium',
    before: { userModelPolicies: { u1: { allowedModelIds: ['a'] } } },
    after: { userModelPolicies: { u1: { allowedModelIds: ['a', 'b'] } } },
    worst: { path: 'userModelPolicies[u1]', is: 'medium loosened', says: /user u1 may now use b/u },
  },
  {
    rule: 'a user who loses a block is medium',
    before: { userModelPolicies: { u1: { blockedModelIds: ['a'] } } },
    after: { userModelPolicies: { u1: { blockedModelIds: [] } } },
    worst: { path: 'userModelPolicies[u1]', is: 'medium loosened' },
  },
  {
    rule: 'a user who gains a model that the organization blocks is high',
    before: { ...policy({ blockedModelIds: ['b'] }), userModelPolicies: {} },
    after: { ...policy({ blockedModelIds: ['b'] }), userModelPolicies: { u1: { allowedModelIds: ['b'] } } },
    worst: { path: 'userModelPolicies[u1]', is: 'high loosened' },
  },
  {
    rule: 'a user who loses a model tightens',
    before: { userModelPolicies: { u1: { allowedModelIds: ['a', 'b'] } } },
    after: { userModelPolicies: { u1: { allowedModelIds: ['a'] } } },
    worst: { path: 'userModelPolicies[u1]', is: 'info tightened' },
  },
  {
    rule: "a user's rules that are gone are ambiguous",
    before: { userModelPolicies: { u1: { allowedModelIds: ['a'] } } },
    after: { userModelPolicies: {} },
    worst: { path: 'userModelPolicies[u1]', is: 'medium changed' },
  },
  ...['model', 'specModeModel'].flatMap((name) => [
    {
      rule: `another default ${name} is low`,
      before: at(`sessionDefaultSettings.${name}`, 'a'),
      after: at(`sessionDefaultSettings.${name}`, 'b'),
      worst: { path: `sessionDefaultSettings.${name}`, is: 'low changed', says: /is now b\./u } as const,
    },
    {
      rule: `a default ${name} that is blocked is high`,
      before: { ...policy({ blockedModelIds: ['b'] }), ...at(`sessionDefaultSettings.${name}`, 'a') },
      after: { ...policy({ blockedModelIds: ['b'] }), ...at(`sessionDefaultSettings.${name}`, 'b') },
      worst: { path: `sessionDefaultSettings.${name}`, is: 'high changed' } as const,
    },
  ]),
]);
