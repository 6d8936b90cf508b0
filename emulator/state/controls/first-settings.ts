import { type Random, randomHex } from '../random.ts';
import type { CustomModel, EnterpriseSettings, Sandbox } from './settings.ts';

type NamedPeople = { readonly userIds: readonly string[]; readonly emails: readonly string[] };

/** Revision 1: every field of "Enterprise settings fields" with careful values, empty lists, some made-up secrets. */
export function firstSettings(random: Random, people: NamedPeople): EnterpriseSettings {
  return {
    sessionDefaultSettings: { model: 'atlas-5', specModeModel: 'atlas-5-thinking', runInWorktree: true },
    cloudSessionSync: true,
    wikiCloudSync: false,
    includeCoAuthoredByAgent: true,
    enableAgentShield: true,
    ideAutoConnect: false,
    commandAllowlist: ['git status', 'git diff *', 'npm test', 'npm run lint', 'cargo check', 'make build', 'ls *'],
    commandDenylist: [
      'rm -rf *',
      'git push --force *',
      'curl * | sh',
      'terraform destroy *',
      'kubectl delete *',
      'sudo *',
    ],
    customModels: firstCustomModels(random),
    ...firstPolicies(people),
    sandbox: firstSandbox(),
    restrictMemberVisibility: true,
    restrictApiKeyCreationToManagers: true,
    managedComputersEnabled: true,
    managedComputersAllowedEmails: people.emails.slice(0, 3),
    byomComputersEnabled: false,
    byomComputersAllowedEmails: [],
    sessionRetentionDays: 365,
    serviceRouterGuidance: 'Prefer the smallest model that passes the tests. Escalate only after two failed attempts.',
    serviceRouterRules: [
      { guidance: 'Use atlas-5-thinking', when: 'the task changes a database schema' },
      { guidance: 'Use cirrus-mini', when: 'the task only edits documentation' },
    ],
  };
}

function firstPolicies(people: NamedPeople) {
  return {
    mcpAutonomyOverrides: { 'issue-tracker': 'auto-low', 'warehouse-sql': 'manual', docs: 'auto-high' },
    mcpAutonomyUrlOverrides: [
      { urlPattern: 'https://mcp.internal.example/*' },
      { urlPattern: 'https://*.tracker.example/mcp' },
    ],
    modelPolicy: {
      allowedModelIds: ['cirrus-mini', 'atlas-5', 'atlas-5-thinking'],
      blockedModelIds: ['borealis-3-preview', 'borealis-2-thinking'],
      allowCustomModels: true,
      allowedBaseUrls: ['https://llm.internal.example/v1'],
      allowAllServiceModels: false,
      isFastModelsAllowed: false,
    },
    mcpPolicy: { enabled: true, allowlist: ['issue-tracker', 'docs', 'warehouse-sql'] },
    missionPolicy: { restrictedAccess: true, allowedUserIds: people.userIds.slice(0, 2) },
    userModelPolicies: Object.fromEntries(
      people.userIds.slice(2, 3).map((id) => [id, { allowedModelIds: ['borealis-2-thinking'], blockedModelIds: [] }]),
    ),
    enabledPlugins: { 'code-review@platform': true, 'release-notes@internal': true, 'browser@community': false },
    extraKnownMarketplaces: { internal: { source: { repo: 'acme/agent-plugins', ref: 'v1.4.0' } } },
    strictKnownMarketplaces: [{ repo: 'acme/agent-plugins' }, { repo: 'platform/plugins' }],
    networkPolicy: { allowedIps: ['203.0.113.0/24', '198.51.100.16/28', '2001:db8:40::/48'] },
  };
}

function firstSandbox(): Sandbox {
  return {
    enabled: true,
    filesystem: {
      allowWrite: ['./', '/tmp/agent'],
      allowRead: ['./', '/usr/share/doc'],
      denyWrite: ['.git/hooks', '~/.ssh', '/etc'],
      denyRead: ['~/.ssh', '~/.aws', '**/.env'],
    },
    network: {
      allowedDomains: ['registry.internal.example', 'github.com', 'api.tracker.example'],
      allowUnixSockets: [],
      allowAllUnixSockets: false,
      allowLocalBinding: false,
      httpProxyPort: 3128,
      socksProxyPort: 1080,
    },
  };
}

function firstCustomModels(random: Random): CustomModel[] {
  return [
    {
      model: 'acme-coder-70b',
      id: 'custom-coder',
      index: 0,
      baseUrl: obviousSecretUrl(random, 'llm.internal.example/v1'),
      apiKey: obviousApiKey(random),
      displayName: 'Acme Coder 70B',
      maxContextLimit: 131_072,
      enableThinking: false,
      maxOutputTokens: 16_384,
      extraHeaders: { authorization: obviousHeaderSecret(random), 'x-team': 'platform' },
      extraArgs: { temperature: 0.2, routing: { region: 'eu' } },
      noImageSupport: true,
    },
    {
      model: 'hosted-thinking',
      id: 'custom-bedrock',
      index: 1,
      baseUrl: 'https://bedrock.eu-central-1.cloud.example',
      // A reference to an environment variable, as careful organizations write it.
      apiKey: '${BEDROCK_GATEWAY_KEY}',
      displayName: 'Thinking on our own cloud account',
      maxContextLimit: 200_000,
      enableThinking: true,
      thinkingMaxTokens: 32_000,
      maxOutputTokens: 64_000,
      bedrock: {
        awsProfile: 'agents',
        awsRegion: 'eu-central-1',
        bedrockBaseUrl: 'https://bedrock.eu-central-1.cloud.example',
        awsAuthRefresh: 'aws sso login --profile agents',
        awsCredentialExport: obviousCredentialCommand(random),
      },
    },
  ];
}

// Values declare themselves made up and are built at run time, so that secret scanners do not report this file or
// recordings of the emulator.

export function obviousApiKey(random: Random): string {
  return ['made', 'up', 'key', randomHex(random, 24)].join('-');
}

export function obviousHeaderSecret(random: Random): string {
  return ['Bearer', ['made', 'up', 'header', randomHex(random, 20)].join('-')].join(' ');
}

/** An address with made-up userinfo and query token. */
export function obviousSecretUrl(random: Random, hostAndPath: string): string {
  const url = new URL(`https://${hostAndPath}`);
  url.username = 'gateway';
  url.password = ['made', 'up', 'pass', randomHex(random, 12)].join('-');
  url.searchParams.set('token', ['made', 'up', 'query', randomHex(random, 16)].join('-'));
  return url.href;
}

/** A credentials command with a made-up secret argument. */
export function obviousCredentialCommand(random: Random): string {
  const secret = ['made', 'up', 'vault', randomHex(random, 16)].join('-');
  return `vault-login --role agents --secret-id ${secret} --format export`;
}
