import fc from 'fast-check';

import type { Json, JsonObject } from '../../shared/controls/json.ts';

/**
 * What settings let through, worked out again from CONTROLS.md and platform-api.md for a small world of paths, hosts,
 * commands and people. It shares no code with the product, and knows of each element of its pools what that means.
 */
type Rights = Readonly<Record<Group, ReadonlySet<string>>>;

/** Rights that the same fields decide. */
export const groups = {
  write: ['sandbox.enabled', 'sandbox.filesystem.allowWrite'],
  read: ['sandbox.enabled', 'sandbox.filesystem.allowRead'],
  unshieldedWrite: ['sandbox.enabled', 'sandbox.filesystem.denyWrite'],
  unshieldedRead: ['sandbox.enabled', 'sandbox.filesystem.denyRead'],
  reach: ['sandbox.enabled', 'sandbox.network.allowedDomains'],
  socket: ['sandbox.enabled', 'sandbox.network.allowUnixSockets', 'sandbox.network.allowAllUnixSockets'],
  bind: ['sandbox.enabled', 'sandbox.network.allowLocalBinding'],
  unasked: ['commandAllowlist', 'commandDenylist'],
  undenied: ['commandDenylist'],
  server: ['mcpPolicy.enabled', 'mcpPolicy.allowlist'],
  level: ['mcpAutonomyOverrides'],
  model: ['modelPolicy.allowedModelIds', 'modelPolicy.blockedModelIds'],
  address: ['modelPolicy.allowedBaseUrls'],
  connect: ['networkPolicy.allowedIps'],
  mission: ['missionPolicy.restrictedAccess', 'missionPolicy.allowedUserIds'],
  managed: ['managedComputersEnabled', 'managedComputersAllowedEmails'],
  key: ['restrictApiKeyCreationToManagers'],
  shield: ['enableAgentShield'],
} as const satisfies Record<string, readonly string[]>;

export type Group = keyof typeof groups;

/** An element of a pool, and the probes of its world that it lets through or keeps out. */
type Pool = Readonly<Record<string, readonly string[]>>;

const files = [
  'project/src/a',
  'project/b',
  'beside/x',
  'home/.ssh/id',
  'home/doc',
  'root/.ssh/id',
  'etc/passwd',
  'd/x',
  'd/y',
  'usr/x',
];
const everyFile = files;
const paths: Pool = {
  './': ['project/src/a', 'project/b'],
  '.': ['project/src/a', 'project/b'],
  './src': ['project/src/a'],
  'src/**': ['project/src/a'],
  './src/../': ['project/src/a', 'project/b'],
  '../x': ['beside/x'],
  './src/../../x': ['beside/x'],
  '~': ['home/.ssh/id', 'home/doc'],
  '%USERPROFILE%': ['home/.ssh/id', 'home/doc'],
  '${HOME}/.ssh': ['home/.ssh/id'],
  '~/.ssh': ['home/.ssh/id'],
  '~root/.ssh': ['root/.ssh/id'],
  '/': everyFile,
  'file:///': everyFile,
  '/etc': ['etc/passwd'],
  '/var/../etc/': ['etc/passwd'],
  'D:\\': ['d/x', 'd/y'],
  'd:/x': ['d/x'],
};

const named = ['github.com', 'api.corp.example', 'x.corp.example', 'evil.example'];
/** Each host at the usual port, and one at another. */
const hosts = [
  ...named,
  ...named.map((host) => `${host}:22`),
  '10.1.2.3',
  '169.254.169.254',
  '169.254.0.9',
  'localhost',
];
const both = (host: string): readonly string[] => [host, `${host}:22`];
const domains: Pool = {
  'github.com': both('github.com'),
  'GitHub.com.': both('github.com'),
  'https://github.com/acme': both('github.com'),
  'github.com:443': ['github.com'],
  'github.com:22': ['github.com:22'],
  'github.com.:*': both('github.com'),
  '*.corp.example:443': ['api.corp.example', 'x.corp.example'],
  'api.corp.example:443': ['api.corp.example'],
  '2852039166': ['169.254.169.254'],
  '0xa9.254.0xa9fe': ['169.254.169.254'],
  '169.254.0.0/16': ['169.254.169.254', '169.254.0.9'],
  // Whether it lets through `corp.example` as well is not documented.
  '*.corp.example': [...both('api.corp.example'), ...both('x.corp.example')],
  'api.corp.example': both('api.corp.example'),
  'evil.example': both('evil.example'),
  '*': hosts,
  'https://*': hosts,
  '*.*': hosts.filter((host) => host !== 'localhost'),
};

const commandLines = ['git status', 'git push', 'rm -rf /', 'rm x', 'ls', 'make'];
const commands: Pool = {
  'git *': ['git status', 'git push'],
  'git  push': ['git push'],
  'git push': ['git push'],
  'rm *': ['rm -rf /', 'rm x'],
  'rm -rf /': ['rm -rf /'],
  ls: ['ls'],
  '*': commandLines,
};

const sockets = ['docker', 'app', 'app2'];
const socketPool: Pool = { '/var/run/docker.sock': ['docker'], '/srv/app.sock': ['app'], '/srv': ['app', 'app2'] };
const servers: Pool = {
  github: ['github'],
  'https://mcp.acme.example/': ['acme'],
  npx: ['npx'],
  '*': ['github', 'acme', 'npx', 'other'],
};
const everyServer = ['github', 'acme', 'npx', 'other'];
const everyModel = ['opus', 'haiku', 'gpt', 'gpt-mini', 'new'];
const models: Pool = {
  opus: ['opus'],
  haiku: ['haiku'],
  gpt: ['gpt'],
  'gpt*': ['gpt', 'gpt-mini'],
  'gpt-????': ['gpt-mini'],
};
const addresses: Pool = {
  'https://llm.acme.example': ['acme'],
  'https://llm.acme.example/': ['acme'],
  'https://*.acme.example': ['acme', 'acme2'],
  'https://evil.example': ['evil'],
};
const everyAddress = ['acme', 'acme2', 'evil', 'other'];
const ranges: Pool = {
  '10.0.0.0/24': ['10.0.0.7'],
  '10.0.0.0/8': ['10.0.0.7', '10.9.9.9'],
  '198.51.100.7': ['198.51.100.7'],
  '198.51.100.7/32': ['198.51.100.7'],
  '0.0.0.0/0': ['10.0.0.7', '10.9.9.9', '198.51.100.7', '203.0.113.9'],
};
const everyIp = ['10.0.0.7', '10.9.9.9', '198.51.100.7', '203.0.113.9'];
const users: Pool = { ann: ['ann'], bob: ['bob'] };
const everyUser = ['ann', 'bob', 'carl', 'eve', 'zoe'];
const emails: Pool = {
  'ann@acme.example': ['ann'],
  'ANN@acme.example ': ['ann'],
  '*@acme.example': ['ann', 'bob', 'carl'],
  'eve@evil.example': ['eve'],
};

export type Values = Readonly<Record<string, Json | undefined>>;

const lists: readonly (readonly [field: string, pool: Pool])[] = [
  ['sandbox.filesystem.allowWrite', paths],
  ['sandbox.filesystem.allowRead', paths],
  ['sandbox.filesystem.denyWrite', paths],
  ['sandbox.filesystem.denyRead', paths],
  ['sandbox.network.allowedDomains', domains],
  ['sandbox.network.allowUnixSockets', socketPool],
  ['commandAllowlist', commands],
  ['commandDenylist', commands],
  ['mcpPolicy.allowlist', servers],
  ['modelPolicy.allowedModelIds', models],
  ['modelPolicy.blockedModelIds', models],
  ['modelPolicy.allowedBaseUrls', addresses],
  ['networkPolicy.allowedIps', ranges],
  ['missionPolicy.allowedUserIds', users],
  ['managedComputersAllowedEmails', emails],
];

const switches = [
  'sandbox.enabled',
  'sandbox.network.allowAllUnixSockets',
  'sandbox.network.allowLocalBinding',
  'mcpPolicy.enabled',
  'missionPolicy.restrictedAccess',
  'managedComputersEnabled',
  'restrictApiKeyCreationToManagers',
  'enableAgentShield',
];

const levels = ['low', 'medium', 'high'] as const;
const tools = ['read', 'drop', 'other'] as const;
type Level = (typeof levels)[number];

/** A server that says what all of its tools require, and what single ones do. */
interface Server {
  readonly defaultLevel: Level;
  readonly tools?: Partial<Record<(typeof tools)[number], Level>>;
}
const level = fc.constantFrom(...levels);
const drawnServer = fc.record(
  { defaultLevel: level, tools: fc.record({ read: level, drop: level }, { requiredKeys: [] }) },
  { requiredKeys: ['defaultLevel'] },
);

/** Each tool with each level of trust at which it runs unasked. Of a server of which nothing is said, any. */
function unaskedTools(overrides: Json | undefined): ReadonlySet<string> {
  const server = (overrides as { readonly db?: Server } | undefined)?.db;
  return new Set(
    tools.flatMap((tool) => {
      const required = server?.tools?.[tool] ?? server?.defaultLevel ?? 'low';
      return levels.slice(levels.indexOf(required)).map((trust) => `${tool} at ${trust}`);
    }),
  );
}

/** Values of all fields that the world knows, by field; a field is now and then not set. */
export const drawnValues: fc.Arbitrary<Values> = fc.record(
  Object.fromEntries([
    ...lists.map(([field, pool]) => [field, fc.subarray(Object.keys(pool))] as const),
    ...switches.map((field) => [field, fc.boolean()] as const),
    ['mcpAutonomyOverrides', fc.record({ db: drawnServer })] as const,
  ]),
  { requiredKeys: [] },
) as fc.Arbitrary<Values>;

/** The same values with some fields of others in the place of theirs: an ordinary change is small. */
export const drawnChange: fc.Arbitrary<readonly [Values, Values]> = fc
  .tuple(
    drawnValues,
    drawnValues,
    fc.subarray([...lists.map(([field]) => field), ...switches, 'mcpAutonomyOverrides'], { maxLength: 3 }),
  )
  .map(([before, other, fields]) => {
    const moved = Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field)));
    const came = Object.entries(other).filter(([field]) => fields.includes(field));
    return [before, { ...moved, ...Object.fromEntries(came) }] as const;
  });

/** The settings with these values. */
export function settingsOf(values: Values): JsonObject {
  const settings: Record<string, Json> = {};
  for (const [field, value] of Object.entries(values)) {
    if (value !== undefined) {
      plant(settings, field.split('.'), value);
    }
  }
  return settings;
}

function plant(tree: Record<string, Json>, [key = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    tree[key] = value;
    return;
  }
  const inner = (tree[key] ?? {}) as Record<string, Json>;
  tree[key] = inner;
  plant(inner, rest, value);
}

/** What is let through. Where others decide as long as the organization does not, all that they may let through is. */
export function rightsIn(values: Values): Rights {
  const of = (field: string): ReadonlySet<string> => coveredBy(field, values[field]);
  const isOn = (field: string): boolean => values[field] === true;
  const isOpen = !isOn('sandbox.enabled');
  const denied = of('commandDenylist');
  const unlessOpen = (all: readonly string[], own: ReadonlySet<string>) => (isOpen ? new Set(all) : own);
  return {
    write: unlessOpen(files, of('sandbox.filesystem.allowWrite')),
    read: unlessOpen(files, of('sandbox.filesystem.allowRead')),
    unshieldedWrite: unlessOpen(files, without(files, of('sandbox.filesystem.denyWrite'))),
    unshieldedRead: unlessOpen(files, without(files, of('sandbox.filesystem.denyRead'))),
    reach: unlessOpen(hosts, of('sandbox.network.allowedDomains')),
    socket:
      isOpen || isOn('sandbox.network.allowAllUnixSockets') ? new Set(sockets) : of('sandbox.network.allowUnixSockets'),
    bind: new Set(isOpen || isOn('sandbox.network.allowLocalBinding') ? ['any'] : []),
    unasked: without([...of('commandAllowlist')], denied),
    undenied: without(commandLines, denied),
    level: unaskedTools(values['mcpAutonomyOverrides']),
    server: isOn('mcpPolicy.enabled') ? of('mcpPolicy.allowlist') : new Set(everyServer),
    model: without(
      isEmpty(values['modelPolicy.allowedModelIds']) ? everyModel : [...of('modelPolicy.allowedModelIds')],
      of('modelPolicy.blockedModelIds'),
    ),
    address: orAll(values, 'modelPolicy.allowedBaseUrls', everyAddress),
    connect: orAll(values, 'networkPolicy.allowedIps', everyIp),
    mission: isOn('missionPolicy.restrictedAccess') ? of('missionPolicy.allowedUserIds') : new Set(everyUser),
    managed: isOn('managedComputersEnabled')
      ? isEmpty(values['managedComputersAllowedEmails'])
        ? new Set(everyUser)
        : of('managedComputersAllowedEmails')
      : new Set(),
    key: new Set(isOn('restrictApiKeyCreationToManagers') ? [] : ['any']),
    shield: new Set(isOn('enableAgentShield') ? [] : ['unchecked']),
  };
}

function coveredBy(field: string, value: Json | undefined): ReadonlySet<string> {
  const pool = lists.find(([name]) => name === field)?.[1] ?? {};
  return new Set(Array.isArray(value) ? value.flatMap((element) => pool[String(element)] ?? []) : []);
}

function isEmpty(value: Json | undefined): boolean {
  return !Array.isArray(value) || value.length === 0;
}

/** A list that is not set restricts nothing. */
function orAll(values: Values, field: string, all: readonly string[]): ReadonlySet<string> {
  return values[field] === undefined ? new Set(all) : coveredBy(field, values[field]);
}

function without(all: readonly string[], gone: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(all.filter((each) => !gone.has(each)));
}
