import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { redactSettings } from '../../../shared/redaction/redact-settings.ts';
import { withCpuTime } from '../../support/cpu-time.ts';

/** A fingerprint that a reader of the test can name. */
const fingerprint = (secret: string) => `fp:${secret.length}`;
const redact = (settings: Readonly<Record<string, unknown>>) => redactSettings(settings, fingerprint);
const literal = (chars: number) => ({ $secret: 'literal', fingerprint: `fp:${chars}` });

test('a custom model keeps what a reader needs and loses its secrets', () => {
  const redacted = redact({
    customModels: [
      {
        id: 'gpt',
        model: 'gpt-4.1-mini-2025-04-14',
        index: 0,
        baseUrl: 'https://llm.example.com:8443/openai/v1?api-version=2&key=abc',
        apiKey: 'hunter2',
        thinkingMaxTokens: 32_000,
        maxOutputTokens: 8_192,
        extraHeaders: { 'X-Team': 'payments' },
        extraArgs: { temperature: 0.2, max_tokens: 4_096, reasoning: { effort: 'high' } },
        bedrock: { awsRegion: 'eu-central-1', awsAuthRefresh: 'aws sso login' },
      },
    ],
  });

  expect(redacted).toEqual({
    customModels: [
      {
        id: 'gpt',
        model: 'gpt-4.1-mini-2025-04-14',
        index: 0,
        baseUrl: 'https://llm.example.com:8443/openai/v1?[secret:fp:21]',
        apiKey: literal(7),
        thinkingMaxTokens: 32_000,
        maxOutputTokens: 8_192,
        extraHeaders: { 'X-Team': literal(8) },
        extraArgs: { temperature: 0.2, max_tokens: 4_096, reasoning: { effort: 'high' } },
        bedrock: { awsRegion: 'eu-central-1', awsAuthRefresh: literal(13) },
      },
    ],
  });
});

describe('what people write into the documented controls stays as it is', () => {
  test.each<[string, unknown]>([
    ['sessionDefaultSettings', { model: 'claude-sonnet-4-5-20250929', runInWorktree: true }],
    [
      'mcpAutonomyOverrides',
      { github: { autonomyLevel: 'low', tools: { push_files: 'high', create_token: 'medium' } } },
    ],
    ['mcpAutonomyUrlOverrides', [{ urlPattern: 'https://*.example.com/mcp/*' }]],
    ['commandAllowlist', ['git push --force-with-lease origin main', 'Bash(npm run test:*)', 'curl *']],
    ['commandDenylist', ['rm -rf /', 'cat ~/.aws/credentials', 'aws secretsmanager get-secret-value *']],
    ['modelPolicy', { allowedModelIds: ['us.anthropic.claude-3-5-sonnet-20241022-v2:0'], allowCustomModels: false }],
    ['mcpPolicy', { enabled: true, allowlist: ['npx @modelcontextprotocol/server-filesystem@1.2.3 /srv'] }],
    ['missionPolicy', { restrictedAccess: true, allowedUserIds: ['user_01H8XYZABCDEFGHJKMNPQRSTVW', 'u-7'] }],
    ['userModelPolicies', { '3c6e0b8a-9c15-4a4a-8c0d-1d8f3c0b1a2f': { allowedModelIds: ['gpt-4o'] } }],
    ['userModelPolicies', { 'jane@auth.example.com': { blockedModelIds: ['llama-v3p1-405b-instruct'] } }],
    ['enabledPlugins', { 'secret-scanner@acme-marketplace': true }],
    [
      'extraKnownMarketplaces',
      { acme: { source: 'github', repo: 'acme/plugins', ref: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3' } },
    ],
    ['strictKnownMarketplaces', [{ repo: 'https://github.com/acme/agent-plugins.git' }]],
    ['networkPolicy', { allowedIps: ['10.0.0.0/8', '2001:db8:85a3::8a2e:370:7334'] }],
    [
      'sandbox',
      { enabled: true, filesystem: { denyRead: ['~/.ssh/id_ed25519', '/run/user/1000/gnupg/S.gpg-agent.ssh'] } },
    ],
    ['sandbox', { network: { allowedDomains: ['*.s3.us-east-1.amazonaws.com'], httpProxyPort: 65_535 } }],
    ['managedComputersAllowedEmails', ['x7kq9zpl42@example.com']],
    ['restrictApiKeyCreationToManagers', true],
    ['sessionRetentionDays', 2_555],
    ['serviceRouterGuidance', 'Prefer the small model for documentation; use the large one for refactoring payments.'],
    [
      'modelPolicy',
      { allowedModelIds: ['Meta-Llama-3.1-8B-Instruct-GPTQ-INT4', 'mistralai/Mixtral-8x22B-Instruct-v0.1'] },
    ],
    [
      'serviceRouterGuidance',
      'Use GPT-4o for PRs > 500 LOC (iOS/macOS, OAuth2/OIDC); else GPT-4.1-nano. See JIRA-1234.',
    ],
    ['commandAllowlist', ['Bash(NODE_OPTIONS=--max-old-space-size=8192 npm run build:prod)']],
    ['sandbox', null],
  ])('%s', (field, value) => {
    expect(redact({ [field]: value })).toEqual({ [field]: value });
  });
});

describe('a key that sounds like a secret hides its value, whatever its type', () => {
  test.each<[string, unknown, unknown]>([
    ['accessToken', 'abc', literal(3)],
    ['PRIVATE_KEY', 'abc', literal(3)],
    ['x-api-key', 'abc', literal(3)],
    ['Set-Cookie', 'abc', literal(3)],
    ['dbPasswd', 'abc', literal(3)],
    ['webhookSignature', 'abc', literal(3)],
    ['auth', 'abc', literal(3)],
    ['key', 'abc', literal(3)],
    ['keyboard', 'abc', 'abc'],
    ['token', 1234, literal(10)],
    ['credentials', { user: 'bob' }, literal(20)],
    ['secrets', ['a', 'b'], literal(15)],
    ['secret', '', { $secret: 'empty' }],
    ['secret', '${VAULT_TOKEN}', { $secret: 'reference', fingerprint: 'fp:14' }],
    ['secret', 'Bearer ${VAULT_TOKEN}', { $secret: 'reference', fingerprint: 'fp:21' }],
    ['secret', '${VAULT_TOKEN:-abc}', literal(19)],
    ['requireToken', true, true],
    ['tokenRotation', 'never', 'never'],
    ['author', 'platform', 'platform'],
    ['bypassReason', 'none', 'none'],
  ])('%s: %j', (key, value, expected) => {
    expect(redact({ later: { [key]: value } })).toEqual({ later: { [key]: expected } });
  });
});

describe('a part of a longer text is replaced where it stands', () => {
  test.each([
    [
      'curl -H "Authorization: Bearer abcdef" https://x.example',
      'curl -H "Authorization: Bearer [secret:fp:6]" https://x.example',
    ],
    [
      'curl -H "Authorization: Bearer ${TOKEN}" https://x.example',
      'curl -H "Authorization: Bearer ${TOKEN}" https://x.example',
    ],
    ['curl -H "Accept: text/html" -H "X-Team: red" x', 'curl -H "Accept: text/html" -H "X-Team: [secret:fp:3]" x'],
    ['curl -u bob:builder https://x.example', 'curl -u [secret:fp:11] https://x.example'],
    ['psql postgres://app:pw@db.internal:5432/app', 'psql postgres://[secret:fp:6]@db.internal:5432/app'],
    ['git clone https://u:p/a?s#s@host.example/x', 'git clone https://[secret:fp:9]@host.example/x'],
    ['PGPASSWORD=abc psql -h db', 'PGPASSWORD=[secret:fp:3] psql -h db'],
    ['mysql -uroot -pabc db', 'mysql -uroot -p[secret:fp:3] db'],
    ['the api key is abc now', 'the api key is [secret:fp:3] now'],
    ['the secret is: abc now', 'the secret is: [secret:fp:3] now'],
    ['the secret is token: abc', 'the secret is [secret:fp:6] [secret:fp:3]'],
    ['docker run img@sha256:' + 'ab12'.repeat(16), 'docker run img@sha256:' + 'ab12'.repeat(16)],
  ])('%s', (command, expected) => {
    expect(redact({ commandAllowlist: [command] })).toEqual({ commandAllowlist: [expected] });
  });
});

test.each([
  [
    { key: 'DB_PASSWORD', value: 'abc' },
    { key: 'DB_PASSWORD', value: literal(3) },
  ],
  [
    { key: 'colour', value: 'red' },
    { key: 'colour', value: 'red' },
  ],
  [
    { name: 'X-Api-Key', value: ['abc'] },
    { name: 'X-Api-Key', value: literal(13) },
  ],
])('of a named value the name says whether it is a secret: %j', (pair, expected) => {
  expect(redact({ later: [pair] })).toEqual({ later: [expected] });
});

test('equal secrets have equal fingerprints, wherever they stand', () => {
  const token = createHash('sha256').update('x').digest('hex');

  const redacted = redactSettings({ later: { token }, commandAllowlist: [`run ${token} now`] }, (secret) =>
    createHash('sha256').update(secret).digest('hex').slice(0, 12),
  );

  const [, mark] = /\[secret:(\w+)\]/u.exec(JSON.stringify(redacted)) ?? [];
  expect(redacted).toMatchObject({ later: { token: { fingerprint: mark } } });
});

test('a key named __proto__ is a key like any other', () => {
  const settings = JSON.parse('{"later":{"__proto__":{"polluted":1}}}');

  const redacted = redact(settings);

  expect(JSON.stringify(redacted)).toBe('{"later":{"__proto__":{"polluted":1}}}');
});

test('keys that become equal stay apart', () => {
  const secretKey = 'ghp_abcdefghijklmnopqrst';

  const redacted = redactSettings({ later: { [secretKey]: 1, ['ghp_tsrqponmlkjihgfedcba']: 2 } }, () => 'same');

  expect(Object.values(redacted['later'] ?? {})).toEqual([1, 2]);
});

test('what looks like a mark of ours does not pass for one', () => {
  const redacted = redact({ later: { note: 'x [secret:0123456789ab] y', apiKey: { $secret: 'empty' } } });

  expect(redacted).toEqual({ later: { note: 'x [secret:fp:21] y', apiKey: literal(25) } });
});

/** Each makes some pattern begin again at every character. A pattern that reads the rest each time takes minutes. */
const hostile = [
  'cookie: ',
  'a:b@',
  '?a=b',
  'x',
  '://',
  'token=',
  '-----BEGIN KEY-----',
  'sk-',
  '\\/',
  'aA1!',
  'ab ',
  '12, ',
  'a1:',
  'a1b2 ',
  'mysql -p',
  'machine ',
  'a%3A%2F%2F',
  'abcd-',
  'key is ',
  '-p ',
  'a.b.',
  'echo a | ',
  'パスワード',
  'Ab1+\n',
];

test.each(hostile)('a long text of %j is read in time that grows with its length alone', async (text) => {
  const long = text.repeat(Math.ceil(24_000 / text.length));

  const { cpuMs } = await withCpuTime(() => redact({ commandAllowlist: [long], later: long }));

  expect(cpuMs).toBeLessThan(5_000);
});

describe('a list or an object that is cut into the bytes of a secret is one secret', () => {
  const bytes = [212, 17, 3, 99, 250, 8, 77, 131];

  test.each<[string, unknown, boolean]>([
    ['bytes', bytes, true],
    ['a buffer', { type: 'Buffer', data: bytes }, true],
    ['bytes by their index', Object.fromEntries(bytes.entries()), true],
    ['bytes in hexadecimal', bytes.map((byte) => `0x${byte.toString(16).padStart(2, '0')}`), true],
    ['characters', Array.from('hunter2x'), true],
    ['words of a machine', [912_837_465, 1_234_567, 87_654_321, 998_877_665, 123_123_123, 765_432_198], true],
    ['ports', [80, 443, 8080], false],
    ['steps', [1, 2, 5, 10, 30, 60], false],
    ['thresholds', [50, 80, 100], false],
  ])('%s', (_, value, isHidden) => {
    const shown = JSON.stringify(redact({ later: { list: value } }));

    expect(shown.includes('$secret')).toBe(isHidden);
  });
});

test('of a field that nobody documented only what is known as harmless is shown', () => {
  const redacted = redact({
    later: {
      mode: 'read-only',
      limit: '30s',
      site: 'https://docs.example.com/policy',
      who: 'qzx-vok',
      level: 3,
      on: true,
    },
  });

  expect(redacted).toEqual({
    later: {
      mode: 'read-only',
      limit: '30s',
      site: 'https://docs.example.com/policy',
      who: literal(7),
      level: 3,
      on: true,
    },
  });
});
