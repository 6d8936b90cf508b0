import { describe, expect, test } from 'vitest';

import { ruleOf } from '../../../../shared/control-diff/catalogue/catalogue.ts';
import { diffControls } from '../../../../shared/control-diff/diff-controls.ts';
import type { JsonObject } from '../../../../shared/controls/json.ts';
import { recommendedControls } from '../../../../shared/controls/score/recommended-controls.ts';
import { scoreControls } from '../../../../shared/controls/score/score-controls.ts';
import { compareSeverity } from '../../../../shared/notifications/severity.ts';

/** Settings of which every rule is met. */
const recommended: JsonObject = {
  sandbox: {
    enabled: true,
    filesystem: { allowWrite: ['src'], denyRead: ['~/.ssh', '~/.aws', '~/.gnupg'] },
    network: { allowedDomains: ['registry.corp.example'], allowUnixSockets: [], allowAllUnixSockets: false },
  },
  enableAgentShield: true,
  commandAllowlist: ['ls'],
  commandDenylist: ['rm -rf /', 'sudo *'],
  mcpPolicy: { enabled: true, allowlist: ['https://mcp.corp.example/tickets'] },
  mcpAutonomyOverrides: { tickets: { defaultLevel: 'high' } },
  modelPolicy: {
    allowCustomModels: true,
    allowedModelIds: ['aurora-1'],
    blockedModelIds: ['evil'],
    allowedBaseUrls: ['https://models.corp.example'],
  },
  customModels: [
    { id: 'own', baseUrl: 'https://models.corp.example', apiKey: { $secret: 'reference', fingerprint: 'f' } },
  ],
  userModelPolicies: { 'ann@acme.example': { allowedModelIds: ['aurora-1'] } },
  missionPolicy: { restrictedAccess: true, allowedUserIds: ['u-1'] },
  strictKnownMarketplaces: [],
  networkPolicy: { allowedIps: ['203.0.113.0/24'] },
  restrictApiKeyCreationToManagers: true,
  restrictMemberVisibility: true,
  managedComputersEnabled: true,
  managedComputersAllowedEmails: ['“ann@acme.example”'],
  byomComputersEnabled: true,
  byomComputersAllowedEmails: ['“ann@acme.example”'],
  sessionRetentionDays: 90,
  includeCoAuthoredByAgent: true,
};

/** What breaks each rule, and what is found then. */
const broken: Readonly<Record<string, readonly [patch: JsonObject, found: string]>> = {
  'SBX-01': [{ sandbox: { enabled: false } }, 'sandbox.enabled is off.'],
  'SBX-02': [inSandbox({ filesystem: { allowWrite: ['src', '~/.ssh'] } }), '~/.ssh'],
  'SBX-03': [inSandbox({ filesystem: { denyRead: ['~/.ssh'] } }), 'does not cover “~/.aws”, “~/.gnupg”'],
  'SBX-04': [inSandbox({ network: { allowedDomains: ['a.example', '*'] } }), ': “*”.'],
  'SBX-05': [inSandbox({ network: { allowedDomains: ['*.corp.example'] } }), '*.corp.example'],
  'SBX-06': [inSandbox({ network: { allowAllUnixSockets: true } }), 'is on.'],
  'SBX-07': [inSandbox({ network: { allowUnixSockets: ['/var/run/docker.sock'] } }), 'docker.sock'],
  'SBX-08': [inSandbox({ network: { allowLocalBinding: true } }), 'is on.'],
  'CMD-01': [{ enableAgentShield: null }, 'enableAgentShield is not set.'],
  'CMD-02': [{ commandAllowlist: ['ls', '*'] }, ': “*”.'],
  'CMD-03': [{ commandAllowlist: ['ls', 'curl *'] }, '“curl *”'],
  'CMD-04': [{ commandDenylist: ['rm -rf /'] }, 'does not cover “sudo su”'],
  'MCP-01': [{ mcpPolicy: { enabled: false } }, 'is off.'],
  'MCP-02': [{ mcpPolicy: { enabled: true } }, 'is not set.'],
  'MCP-03': [{ mcpPolicy: { enabled: true, allowlist: ['npx'] } }, 'npx'],
  'MCP-04': [{ mcpAutonomyOverrides: { tickets: { defaultLevel: 'high', tools: { delete_all: 'low' } } } }, 'tickets'],
  'MOD-01': [{ modelPolicy: {} }, 'names nothing.'],
  'MOD-02': [{ modelPolicy: { allowedModelIds: ['aurora-1'] } }, 'is not set.'],
  'MOD-03': [{ modelPolicy: { allowedBaseUrls: ['http://models.corp.example'] } }, 'http://models.corp.example'],
  'MOD-04': [{ customModels: [{ id: 'own', baseUrl: 'http://models.corp.example' }] }, 'own'],
  'MOD-05': [{ customModels: [{ id: 'own', apiKey: { $secret: 'literal', fingerprint: 'f' } }] }, 'own'],
  'MOD-06': [{ userModelPolicies: { 'ann@acme.example': { allowedModelIds: ['evil'] } } }, '“ann@acme.example”'],
  'MIS-01': [{ missionPolicy: { restrictedAccess: false } }, 'is off.'],
  'PLG-01': [{ strictKnownMarketplaces: null }, 'is not set.'],
  'NET-01': [{ networkPolicy: {} }, 'is not set.'],
  'NET-02': [{ networkPolicy: { allowedIps: ['10.0.0.0/8', '0.0.0.0/0'] } }, '0.0.0.0/0'],
  'ACC-01': [{ restrictApiKeyCreationToManagers: false }, 'is off.'],
  'ACC-02': [{ restrictMemberVisibility: false }, 'is off.'],
  'CMP-01': [{ managedComputersAllowedEmails: [] }, 'names nothing.'],
  'CMP-02': [{ byomComputersAllowedEmails: [] }, 'names nothing.'],
  'SES-01': [{ sessionRetentionDays: 30 }, '30 days.'],
  'SES-02': [{ includeCoAuthoredByAgent: false }, 'is off.'],
};

function inSandbox(rest: JsonObject): JsonObject {
  return { sandbox: { enabled: true, ...rest } };
}

function scored(settings: JsonObject) {
  return scoreControls(settings, recommendedControls, diffControls);
}

describe('the recommended baseline', () => {
  test('is met by settings that are as it says', () => {
    const open = scored(recommended).filter(({ status }) => status !== 'pass');

    expect(open).toEqual([]);
  });

  test.each(recommendedControls)('$id is not met where $title does not hold, and says what was found', ({ id }) => {
    const [patch = {}, found = 'a case for each rule'] = broken[id] ?? [];

    const result = scored({ ...recommended, ...patch }).find(({ rule }) => rule.id === id);

    expect(result).toMatchObject({ status: 'fail', found: expect.stringContaining(found) });
  });

  test('is about documented settings, each rule under an id of its own', () => {
    expect(new Set(recommendedControls.map(({ id }) => id)).size).toBe(recommendedControls.length);
    expect(recommendedControls.filter(({ field }) => ruleOf(field) === undefined)).toEqual([]);
  });

  test('leaves out what a switch leaves without effect, and says which', () => {
    const off = scored({ sandbox: { enabled: false, network: { allowedDomains: ['*'] } } });

    const inside = off.filter(({ rule }) => rule.id.startsWith('SBX-') && rule.id !== 'SBX-01');
    expect(new Set(inside.map(({ status, found }) => `${status}: ${found}`))).toEqual(
      new Set(['not-applicable: sandbox.enabled is off.']),
    );
  });

  test('comes with the failed rules first, the worst of each first', () => {
    const results = scored({ commandAllowlist: ['*'] });

    const statuses = results.map(({ status }) => status);
    expect(statuses).toEqual(statuses.toSorted((a, b) => order(a) - order(b)));
    const failed = results.filter(({ status }) => status === 'fail').map(({ rule }) => rule.severity);
    expect(failed).toEqual(failed.toSorted(compareSeverity));
  });

  test('judges a list of 20,000 entries', () => {
    const allowedDomains = Array.from({ length: 20_000 }, (_, index) => `h${index}.corp.example`);

    const result = scored({ ...recommended, ...inSandbox({ network: { allowedDomains } }) });

    expect(result.find(({ rule }) => rule.id === 'SBX-04')?.status).toBe('pass');
  });
});

function order(status: string): number {
  return ['fail', 'pass', 'not-applicable'].indexOf(status);
}
