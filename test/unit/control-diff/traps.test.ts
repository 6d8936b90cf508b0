import { expect, test } from 'vitest';

import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';
import { tryRows } from './row.ts';

tryRows([
  {
    rule: 'another order of every kind of set is no change',
    before: {
      commandAllowlist: ['a', 'b'],
      networkPolicy: { allowedIps: ['10.0.0.0/8', '192.0.2.1'] },
      strictKnownMarketplaces: [{ repo: 'a/b' }, { repo: 'c/d' }],
      customModels: [{ id: 'x' }, { id: 'y' }],
    },
    after: {
      customModels: [{ id: 'y' }, { id: 'x' }],
      strictKnownMarketplaces: [{ repo: 'c/d' }, { repo: 'a/b' }],
      networkPolicy: { allowedIps: ['192.0.2.1', '10.0.0.0/8'] },
      commandAllowlist: ['b', 'a'],
    },
  },
  ...[
    [['10.0.0.0/24'], ['10.0.0.0/25', '10.0.0.128/25']],
    [['10.0.0.1'], ['10.0.0.1/32']],
    [['2001:db8::/32'], ['2001:0DB8:0:0::/32']],
  ].map(([from = [], to = []]) => ({
    rule: `${from.join(', ')} and ${to.join(', ')} are the same addresses, and the new spelling leaves a record`,
    before: { networkPolicy: { allowedIps: from } },
    after: { networkPolicy: { allowedIps: to } },
    quiet: ['format-only'] as const,
  })),
  {
    rule: 'a range inside of one that is allowed already lets nobody in',
    before: { networkPolicy: { allowedIps: ['10.0.0.0/8'] } },
    after: { networkPolicy: { allowedIps: ['10.0.0.0/8', '10.1.0.0/16'] } },
    worst: { path: 'networkPolicy.allowedIps', is: 'info changed', says: /without effect/u },
  },
  {
    rule: 'an empty list that is no longer written is a change of format',
    before: { commandDenylist: [] },
    after: {},
    quiet: ['format-only'],
  },
  {
    rule: 'an empty object that is no longer written is a change of format',
    before: { sandbox: { enabled: true, network: {} } },
    after: { sandbox: { enabled: true } },
    quiet: ['format-only'],
  },
  {
    rule: 'null is written for what is not set: a change of format',
    before: { enableAgentShield: null, customModels: null },
    after: {},
    quiet: ['format-only', 'format-only'],
  },
  {
    rule: 'an address in other letters is a change of format',
    before: { customModels: [{ id: 'a', baseUrl: 'https://llm.acme.io' }] },
    after: { customModels: [{ id: 'a', baseUrl: 'https://LLM.acme.io/' }] },
    quiet: ['format-only'],
  },
  {
    rule: 'an element that is repeated is a change of format',
    before: { commandAllowlist: ['ls'] },
    after: { commandAllowlist: ['ls', 'ls'] },
    quiet: ['format-only'],
  },
  {
    rule: 'an empty list of models and a missing one are two things, both alerted',
    before: { modelPolicy: { allowedModelIds: [] } },
    after: { modelPolicy: {} },
    worst: { path: 'modelPolicy.allowedModelIds', is: 'low changed' },
  },
  {
    rule: 'numbers that are equal as JSON are no change',
    before: JSON.parse('{"sessionRetentionDays": 1.0}') as JsonObject,
    after: JSON.parse('{"sessionRetentionDays": 1}') as JsonObject,
  },
  {
    rule: 'all tightened is info throughout',
    before: { sandbox: { enabled: false }, commandDenylist: [], enableAgentShield: false },
    after: { sandbox: { enabled: true }, commandDenylist: ['rm *'], enableAgentShield: true },
    worst: { path: 'sandbox.enabled', is: 'info tightened' },
  },
  {
    rule: 'what a switched-off sandbox would let through is dormant',
    before: { sandbox: { enabled: false, network: { allowedDomains: [] }, filesystem: {} } },
    after: { sandbox: { enabled: false, network: { allowedDomains: ['*'] }, filesystem: { allowWrite: ['/'] } } },
    quiet: ['dormant', 'dormant'],
  },
  {
    rule: 'a sandbox turned off is told, and what it held is dormant',
    before: { sandbox: { enabled: true, filesystem: { denyRead: ['~/.ssh'] } } },
    after: { sandbox: { enabled: false, filesystem: { denyRead: [] } } },
    worst: { path: 'sandbox.enabled', is: 'critical loosened' },
    quiet: ['dormant'],
  },
  {
    rule: 'a sandbox that is not set is not off: what it would let through counts',
    before: { sandbox: { network: { allowedDomains: ['github.com'] } } },
    after: { sandbox: { network: { allowedDomains: ['*'] } } },
    worst: { path: 'sandbox.network.allowedDomains', is: 'critical loosened' },
  },
  ...[
    '~root/x',
    '%APPDATA%\\x',
    'C:',
    'C:x',
    '\\\\server\\share',
    'file:///srv/x',
    '$TMPDIR/../x',
    '${X}/y',
    'a/$X',
    '`pwd`',
    '..\\x',
    '%2e%2e/x',
  ].map((path) => ({
    rule: `${path} is not certain to be inside the project`,
    before: { sandbox: { enabled: true, filesystem: { allowWrite: ['./'] } } },
    after: { sandbox: { enabled: true, filesystem: { allowWrite: ['./', path] } } },
    worst: {
      path: 'sandbox.filesystem.allowWrite',
      is: path === 'C:' ? 'critical loosened' : 'high loosened',
    } as const,
  })),
  ...['~root/.ssh', '%USERPROFILE%', '%userprofile%\\.ssh', 'file:///etc/passwd', 'file:///', 'C:\\Windows\\x'].map(
    (path) => ({
      rule: `${path} holds what is worth a mail at once`,
      before: { sandbox: { enabled: true, filesystem: { allowWrite: ['./'] } } },
      after: { sandbox: { enabled: true, filesystem: { allowWrite: ['./', path] } } },
      worst: { path: 'sandbox.filesystem.allowWrite', is: 'critical loosened' } as const,
    }),
  ),
  {
    rule: 'the socket of a key agent is told beside the project’s own sockets',
    before: { sandbox: { enabled: true, network: { allowUnixSockets: ['./'] } } },
    after: { sandbox: { enabled: true, network: { allowUnixSockets: ['./', '$SSH_AUTH_SOCK'] } } },
    worst: { path: 'sandbox.network.allowUnixSockets', is: 'critical loosened' },
  },
  ...['https://*', '*:443', '0.0.0.0/0', '::/0', 'http://*/x', '*.*'].map((domain) => ({
    rule: `${domain} in a list of domains is the whole internet`,
    before: { sandbox: { enabled: true, network: { allowedDomains: ['github.com'] } } },
    after: { sandbox: { enabled: true, network: { allowedDomains: ['github.com', domain] } } },
    worst: { path: 'sandbox.network.allowedDomains', is: 'critical loosened' } as const,
  })),
  {
    rule: 'a list of paths that is no longer set leaves it to others, and is no tightening',
    before: { sandbox: { enabled: true, filesystem: { allowWrite: ['./src'] } } },
    after: { sandbox: { enabled: true, filesystem: {} } },
    worst: { path: 'sandbox.filesystem.allowWrite', is: 'high changed', says: /projects and users decide/u },
  },
  {
    rule: 'a user without the only allowed model may use none or any',
    before: { userModelPolicies: { ann: { allowedModelIds: ['small'] } } },
    after: { userModelPolicies: { ann: { allowedModelIds: [] } } },
    worst: { path: 'userModelPolicies[ann]', is: 'medium changed' },
  },
  {
    rule: 'a tightening is not raised by what was changed with it',
    before: { customModels: [{ id: 'x', apiKey: '[secret:1]', baseUrl: 'http://models.example' }] },
    after: { customModels: [{ id: 'x', apiKey: '[secret:1]', baseUrl: 'https://models.example' }] },
    worst: { path: 'customModels[id=x].baseUrl', is: 'info tightened' },
  },
  ...([{ base_url: 'x' }, { proxy: 'p' }, { extra: 'https://elsewhere.example' }] as const).map((extraArgs) => ({
    rule: `an argument ${Object.keys(extraArgs).join()} that redirects is high`,
    before: { customModels: [{ id: 'x', extraArgs: {} }] },
    after: { customModels: [{ id: 'x', extraArgs }] },
    worst: { path: `customModels[id=x].extraArgs[${Object.keys(extraArgs).join()}]`, is: 'high changed' } as const,
  })),
  {
    rule: 'an argument about tokens redirects nothing',
    before: { customModels: [{ id: 'x', extraArgs: {} }] },
    after: { customModels: [{ id: 'x', extraArgs: { max_tokens: 1 } }] },
    worst: { path: 'customModels[id=x].extraArgs[max_tokens]', is: 'low changed' },
  },
  {
    rule: 'a sandbox turned on is a tightening with all that is in it',
    before: { sandbox: { enabled: false, filesystem: { allowWrite: ['./src'] } } },
    after: { sandbox: { enabled: true, filesystem: { allowWrite: ['./src', './out'] } } },
    worst: { path: 'sandbox.enabled', is: 'info tightened' },
  },
  {
    rule: 'what a sandbox lost while it was off is told when it is turned on',
    before: { sandbox: { enabled: false, filesystem: { denyRead: [] } } },
    after: { sandbox: { enabled: true, filesystem: { denyRead: [] } } },
    judge: { lastInForce: new Map([['sandbox.filesystem.denyRead', ['~/.ssh']]]) },
    worst: { path: 'sandbox.filesystem.denyRead', is: 'critical loosened', says: /Before: ~\/\.ssh/u },
  },
  {
    rule: 'what was never in force compares with nothing that was',
    before: { sandbox: { enabled: false } },
    after: { sandbox: { enabled: true, network: { allowedDomains: ['github.com'] } } },
    judge: { lastInForce: new Map([['sandbox.filesystem.denyRead', ['~/.ssh']]]) },
    worst: { path: 'sandbox.filesystem.denyRead', is: 'critical loosened' },
  },
  {
    rule: 'a list added to while its sandbox was off is told for what was added',
    before: { sandbox: { enabled: false, network: { allowedDomains: ['github.com', '*'] } } },
    after: { sandbox: { enabled: true, network: { allowedDomains: ['github.com', '*'] } } },
    judge: { lastInForce: new Map([['sandbox.network.allowedDomains', ['github.com']]]) },
    worst: { path: 'sandbox.network.allowedDomains', is: 'critical loosened', says: /may now reach \*\./u },
  },
  {
    rule: 'a list that is again as it last was leaves a record when its sandbox is turned on',
    before: { sandbox: { enabled: false, network: { allowedDomains: ['*'] } } },
    after: { sandbox: { enabled: true, network: { allowedDomains: ['github.com'] } } },
    judge: { lastInForce: new Map([['sandbox.network.allowedDomains', ['github.com']]]) },
    worst: { path: 'sandbox.enabled', is: 'info tightened' },
    quiet: ['dormant'],
  },
  {
    rule: 'domains that are no longer listed are either none or any: both are said',
    before: { sandbox: { enabled: true, network: { allowedDomains: ['github.com'] } } },
    after: { sandbox: { enabled: true } },
    worst: {
      path: 'sandbox.network.allowedDomains',
      is: 'medium changed',
      says: /either .*, or projects and users decide/u,
    },
  },
  {
    rule: 'a list of entries that nobody can read is not an empty one',
    before: { mcpPolicy: { enabled: true, allowlist: ['npx'] } },
    after: { mcpPolicy: { enabled: true, allowlist: [7] } },
    worst: { path: 'mcpPolicy.allowlist[]', is: 'high changed' },
  },
  {
    rule: 'an unknown field is unclassified, whatever it holds',
    before: {},
    after: { flightMode: { on: [true] } },
    worst: { path: 'flightMode', is: 'medium changed', says: /unclassified/u },
  },
  {
    rule: 'an unknown field among known ones is unclassified',
    before: { sandbox: { enabled: true } },
    after: { sandbox: { enabled: true, gpu: true } },
    worst: { path: 'sandbox.gpu', is: 'medium changed', says: /unclassified/u },
  },
  {
    rule: 'an unknown field of a custom model is unclassified',
    before: { customModels: [{ id: 'a' }] },
    after: { customModels: [{ id: 'a', tier: 1 }] },
    worst: { path: 'customModels[id=a].tier', is: 'medium changed' },
  },
  {
    rule: 'members without ids are told apart by model and index',
    before: {
      customModels: [
        { model: 'm', index: 1, displayName: 'A' },
        { model: 'm', index: 2, displayName: 'B' },
      ],
    },
    after: {
      customModels: [
        { model: 'm', index: 2, displayName: 'C' },
        { model: 'm', index: 1, displayName: 'A' },
      ],
    },
    worst: { path: 'customModels[model=m,index=2].displayName', is: 'low changed', says: /Before: B\. Now: C\./u },
  },
  {
    rule: 'a member that gets an id is the same member',
    before: { customModels: [{ model: 'm', index: 1 }] },
    after: { customModels: [{ model: 'm', index: 1, id: 'new' }] },
    worst: { path: 'customModels[id=new].id', is: 'low changed' },
  },
  {
    rule: 'a member with nothing to be known by is known by its position',
    before: { customModels: [{ baseUrl: 'https://a.io' }] },
    after: { customModels: [{ baseUrl: 'http://a.io' }] },
    worst: { path: 'customModels[position=1].baseUrl', is: 'critical loosened' },
  },
]);

test('members that share their id lose no difference', () => {
  const before = {
    customModels: [
      { id: 'a', displayName: '1' },
      { id: 'a', displayName: '2' },
    ],
  };
  const after = {
    customModels: [
      { id: 'a', displayName: '3' },
      { id: 'a', displayName: '4' },
    ],
  };

  const changes = diffControls(before, after);

  expect(changes.map(({ path, before: from, after: to }) => [path, from, to])).toEqual([
    ['customModels[id=a (2)].displayName', '2', '4'],
    ['customModels[id=a].displayName', '1', '3'],
  ]);
});

test('an unknown field that is renamed is two changes, both unclassified', () => {
  const changes = diffControls({ oldName: 1 }, { newName: 1 });

  expect(changes.map(({ path, kind, severity }) => [path, kind, severity])).toEqual([
    ['newName', 'unknown', 'medium'],
    ['oldName', 'unknown', 'medium'],
  ]);
});

test('fields named like parts of every object are fields like any other', () => {
  const after = JSON.parse(
    '{"__proto__":{"enabled":true},"constructor":1,"enabledPlugins":{"__proto__":true,"toString":true},"customModels":[{"id":"__proto__"}]}',
  ) as JsonObject;

  const changes = diffControls({}, after);

  expect(changes.map(({ path }) => path).toSorted()).toEqual([
    '__proto__',
    'constructor',
    'customModels[id=__proto__]',
    'enabledPlugins[__proto__]',
    'enabledPlugins[toString]',
  ]);
});

test('a value that nests too deeply to be shown is reported, and not shown', () => {
  let deep: JsonObject = {};
  for (let depth = 0; depth < 50_000; depth += 1) {
    deep = { deep };
  }

  const changes = diffControls({}, { unknown: deep, enabledPlugins: { lint: deep }, sandbox: deep });

  expect(changes.map(({ path }) => path)).toEqual(['enabledPlugins[lint]', 'sandbox.deep', 'unknown']);
  expect(changes.every(({ notes }) => notes.includes('The values nest too deeply to be shown.'))).toBe(true);
  expect(changes.every((change) => change.after === undefined)).toBe(true);
});

test.each([
  ['commands', { commandAllowlist: names(25_000, 'make target-of-this-number') }],
  ['plugins', { enabledPlugins: Object.fromEntries(names(25_000, 'plugin').map((name) => [name, true])) }],
  [
    'custom models',
    { customModels: names(12_000, 'model').map((id) => ({ id, model: 'gpt', baseUrl: `https://${id}.io` })) },
  ],
  ['members of one id', { customModels: names(12_000, 'x').map((displayName) => ({ id: 'a', displayName })) }],
  ['unknown fields', Object.fromEntries(names(25_000, 'field').map((name) => [name, true]))],
  ['one long text', { commandAllowlist: ['x'.repeat(2_000_000)], serviceRouterGuidance: '[secret:'.repeat(200_000) }],
] satisfies [string, JsonObject][])('megabytes of %s are compared, and their sentences stay short', (_, settings) => {
  const changes = diffControls({}, settings);

  expect(changes.length).toBeGreaterThan(0);
  expect(Math.max(...changes.map(({ sentence }) => sentence.length))).toBeLessThan(1_000);
});

function names(count: number, start: string): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${start}-${at}`);
}
