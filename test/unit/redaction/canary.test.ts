import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { JsonObject } from '../../../shared/controls/json.ts';
import { secretFingerprint } from '../../../shared/kernel/aws/fingerprint.ts';
import { redactSettings } from '../../../shared/redaction/redact-settings.ts';
import { drawnSecret, traceOf } from '../../support/secret-traces.ts';

const fingerprint = secretFingerprint('a key of the fingerprints, for tests only');
// The same secrets in every run: whether random text looks random is a matter of chance.
const runs = { seed: 20_260_315, numRuns: 30 };

test.each(['base64', 'hex', 'URL', 'JSON', 'raw'])('a secret that is left as %s is found', (encoding) => {
  const secret = 'a"secret/that+is left';
  const spelled = {
    base64: Buffer.from(`x${secret}y`).toString('base64'),
    hex: Buffer.from(secret).toString('hex'),
    URL: encodeURIComponent(secret),
    JSON: JSON.stringify({ secret }),
    raw: secret.slice(3, 11),
  }[encoding];

  const trace = traceOf(secret, `before ${spelled} after`);

  expect(trace).toBeDefined();
});

type Planted = readonly [place: string, plant: (secret: unknown) => Readonly<Record<string, unknown>>];

function inModel(field: string): Planted {
  return [`customModels[].${field}`, (secret) => ({ customModels: [{ id: 'gpt', [field]: secret }] })];
}

function inBedrock(field: string): Planted {
  return [`customModels[].bedrock.${field}`, (secret) => ({ customModels: [{ bedrock: { [field]: secret } }] })];
}

/** Where whatever stands is a secret, and every container above. */
const secretPlaces: readonly Planted[] = [
  inModel('apiKey'),
  inModel('api_key'),
  inModel('extraHeaders'),
  inModel('bedrock'),
  inModel('somethingNew'),
  inBedrock('awsAuthRefresh'),
  inBedrock('awsCredentialExport'),
  inBedrock('somethingNew'),
  ['customModels', (secret) => ({ customModels: secret })],
  ['customModels[]', (secret) => ({ customModels: [{ id: 'one' }, secret] })],
  ['customModels by name', (secret) => ({ customModels: { gpt: { apiKey: secret } } })],
  ['extraHeaders.X-Team', (secret) => ({ customModels: [{ extraHeaders: { 'X-Team': secret } }] })],
  ['extraHeaders, deep', (secret) => ({ customModels: [{ extraHeaders: { a: [{ b: { c: [secret] } }] } }] })],
  ['extraArgs by name', (secret) => ({ customModels: [{ extraArgs: { auth: { client_secret: secret } } }] })],
  ['a header of extraArgs', (secret) => ({ customModels: [{ extraArgs: { extra_headers: { team: secret } } }] })],
  ['an environment', (secret) => ({ mcpAutonomyOverrides: { server: { env: { HOME: secret } } } })],
  ['an unknown key that sounds like it', (secret) => ({ vault: { 'Private-Key': secret } })],
  ['a labelled value', (secret) => ({ later: [{ name: 'DB_PASSWORD', value: secret }] })],
  ['behind a flag', (secret) => ({ later: { args: ['--access-token', secret] } })],
  ['userModelPolicies', (secret) => ({ userModelPolicies: { 'user-1': { sessionToken: secret } } })],
];

/** What a malformed document may hold where a secret is due. */
const forms: readonly (readonly [form: string, of: (secret: string) => unknown])[] = [
  ['itself', (secret) => secret],
  ['a list', (secret) => [secret, [secret]]],
  ['a map', (secret) => ({ inner: secret, deeper: { list: [secret] } })],
  ['a key', (secret) => ({ [`${secret} `]: 'x' })],
];

describe.each(secretPlaces)('a secret at %s', (_, plant) => {
  test.each(forms)('leaves no trace as %s', (__, of) => {
    const secret = fc.string({ unit: 'grapheme', minLength: 12, maxLength: 60 }).map((text) => `§${text}§`);

    fc.assert(
      fc.property(secret, (text) => {
        const written = JSON.stringify(redactSettings(plant(of(text)), fingerprint));

        expect(traceOf(text, written)).toBeUndefined();
      }),
      runs,
    );
  });

  test('shows that it was changed', () => {
    const [one, other] = ['hunter22-one', 'hunter22-two'].map((it) => redactSettings(plant(it), fingerprint));

    expect(one).not.toEqual(other);
  });
});

/** Texts that people write, and random secrets in them. */
const textPlaces: readonly Planted[] = [
  ['a command', (secret) => ({ commandAllowlist: [secret] })],
  ['a denied command', (secret) => ({ commandDenylist: [secret] })],
  ['guidance', (secret) => ({ serviceRouterGuidance: secret })],
  ['a rule', (secret) => ({ serviceRouterRules: [{ guidance: 'x', when: secret }] })],
  ['a server', (secret) => ({ mcpPolicy: { enabled: true, allowlist: [secret] } })],
  ['a base URL', (secret) => ({ customModels: [{ baseUrl: secret }] })],
  ['a bedrock URL', (secret) => ({ customModels: [{ bedrock: { bedrockBaseUrl: secret } }] })],
  ['an allowed URL', (secret) => ({ modelPolicy: { allowedBaseUrls: [secret] } })],
  ['a URL override', (secret) => ({ mcpAutonomyUrlOverrides: [{ urlPattern: secret }] })],
  ['a marketplace', (secret) => ({ strictKnownMarketplaces: [{ repo: secret }] })],
  ['a path', (secret) => ({ sandbox: { filesystem: { allowWrite: [secret] } } })],
  ['a domain', (secret) => ({ sandbox: { network: { allowedDomains: [secret] } } })],
  ['a model', (secret) => ({ modelPolicy: { allowedModelIds: [secret] } })],
  ['a display name', (secret) => ({ customModels: [{ displayName: secret }] })],
  ['an unknown field', (secret) => ({ brandNew: { list: [secret] } })],
  ['a key of an unknown field', (secret) => ({ brandNew: { [String(secret)]: true } })],
  ['an unknown top-level key', (secret) => ({ [String(secret)]: { enabled: true } })],
  ['a plugin', (secret) => ({ enabledPlugins: { [String(secret)]: true } })],
  ['a field of another type', (secret) => ({ sandbox: secret })],
  ['a flag', (secret) => ({ restrictApiKeyCreationToManagers: secret, enableAgentShield: secret })],
  ['a free argument', (secret) => ({ customModels: [{ extraArgs: { stop: [secret] } }] })],
  ['a key of an override', (secret) => ({ mcpAutonomyOverrides: { [String(secret)]: { tools: { push: 'high' } } } })],
];

const sentences: readonly (readonly [text: string, of: (secret: string) => string])[] = [
  ['alone', (secret) => secret],
  ['behind words', (secret) => `use ${secret} for it`],
  ['in a header', (secret) => `curl -H "Authorization: Bearer ${secret}" https://api.example.com/v1`],
  ['in an assignment', (secret) => `API_TOKEN=${secret} deploy --now`],
  ['behind a flag', (secret) => `deploy --password ${secret} --now`],
  ['as userinfo', (secret) => `https://${secret}@git.example.com/acme/tools`],
  ['as a password in a URL', (secret) => `see https://user:${secret}@git.example.com/acme, please`],
  ['in a query', (secret) => `https://api.example.com/v1?key=${secret}`],
  ['in a fragment', (secret) => `https://api.example.com/v1#${secret}`],
  ['in a path', (secret) => `https://api.example.com/hooks/${secret}/run`],
  ['without a scheme', (secret) => `user:${secret}@db.example.com`],
  ['in JSON', (secret) => JSON.stringify({ token: secret })],
  ['in a PEM', (secret) => `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----`],
];

describe.each(textPlaces)('a random secret in %s', (_, plant) => {
  test.each(sentences)('leaves no trace %s', (__, of) => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('base64url' as const, 'hex' as const), (number, encoding) => {
        const secret = drawnSecret(number, encoding);

        const written = JSON.stringify(redactSettings(plant(of(secret)), fingerprint));

        expect(traceOf(secret, written)).toBeUndefined();
      }),
      { ...runs, numRuns: 30 },
    );
  });
});

test('a secret nested deeper than real settings is not shown, but its change is', () => {
  const nested = (secret: string) => {
    let value: unknown = secret;
    for (let depth = 0; depth < 5_000; depth += 1) {
      value = { a: [value] };
    }
    return { brandNew: value };
  };

  const [one, other] = ['correct horse one', 'correct horse two'].map((it) => redactSettings(nested(it), fingerprint));

  expect(traceOf('correct horse one', JSON.stringify(one))).toBeUndefined();
  expect(JSON.stringify(one)).not.toBe(JSON.stringify(other));
});

test('a number that is a secret leaves no trace', () => {
  const settings = {
    customModels: [{ apiKey: 83_726_194_051 }],
    brandNew: { pin: 83_726_194_051 },
    token: 83_726_194_051,
  };

  const redacted: JsonObject = redactSettings(settings, fingerprint);

  expect(traceOf('83726194051', JSON.stringify(redacted))).toBeUndefined();
});
