import type { JsonObject } from '../../../../shared/controls/json.ts';
import { tryRows } from '../row.ts';

const on = (sandbox: JsonObject): JsonObject => ({ sandbox: { enabled: true, ...sandbox } });
const files = (list: string, paths: readonly string[]): JsonObject => on({ filesystem: { [list]: paths } });
const network = (settings: JsonObject): JsonObject => on({ network: settings });

tryRows([
  {
    rule: 'the sandbox turned off is critical',
    before: { sandbox: { enabled: true } },
    after: { sandbox: { enabled: false } },
    worst: {
      path: 'sandbox.enabled',
      is: 'critical loosened',
      says: /^Agents' commands now run without isolation\. Before: on\. Now: off\.$/u,
    },
  },
  {
    rule: 'the sandbox no longer set is critical, and not the same as off',
    before: { sandbox: { enabled: true } },
    after: { sandbox: {} },
    worst: {
      path: 'sandbox.enabled',
      is: 'critical loosened',
      says: /Before: on\. Now: not set \(each project decides\)\.$/u,
    },
  },
  {
    rule: 'the sandbox turned on is a tightening',
    before: { sandbox: { enabled: false } },
    after: { sandbox: { enabled: true } },
    worst: { path: 'sandbox.enabled', is: 'info tightened', says: /now run in isolation/u },
  },
  {
    rule: 'a sandbox that was off and is left open is no loosening',
    before: { sandbox: { enabled: false } },
    after: { sandbox: {} },
    worst: { path: 'sandbox.enabled', is: 'low changed' },
  },
  {
    rule: 'a path added to those that may be written is a high loosening',
    before: files('allowWrite', ['./src']),
    after: files('allowWrite', ['./src', '/srv/build']),
    worst: { path: 'sandbox.filesystem.allowWrite', is: 'high loosened', says: /may now write to \/srv\/build\./u },
  },
  ...['/', '~', '~/.ssh', '/etc', '.git/hooks', '/usr/local/bin'].map((path) => ({
    rule: `${path} added to those that may be written is critical`,
    before: files('allowWrite', ['./src']),
    after: files('allowWrite', ['./src', path]),
    worst: { path: 'sandbox.filesystem.allowWrite', is: 'critical loosened' } as const,
  })),
  {
    rule: 'a path broadened among those that may be written loosens',
    before: files('allowWrite', ['./src/lib']),
    after: files('allowWrite', ['./src']),
    worst: { path: 'sandbox.filesystem.allowWrite', is: 'high loosened', says: /\.\/src \(was \.\/src\/lib\)/u },
  },
  {
    rule: 'a path taken from those that may be written tightens',
    before: files('allowWrite', ['./src', '/srv']),
    after: files('allowWrite', ['./src']),
    worst: { path: 'sandbox.filesystem.allowWrite', is: 'info tightened', says: /no longer write to \/srv\./u },
  },
  {
    rule: 'a path inside of one that may be written already lets nothing through',
    before: files('allowWrite', ['./src']),
    after: files('allowWrite', ['./src', './src/lib']),
    worst: { path: 'sandbox.filesystem.allowWrite', is: 'info changed', says: /without effect/u },
  },
  {
    rule: 'a path added to those that may be read is a medium loosening',
    before: files('allowRead', []),
    after: files('allowRead', ['/srv/data/models']),
    worst: { path: 'sandbox.filesystem.allowRead', is: 'medium loosened' },
  },
  {
    rule: 'a path of secrets added to those that may be read is high',
    before: files('allowRead', []),
    after: files('allowRead', ['~/.aws']),
    worst: { path: 'sandbox.filesystem.allowRead', is: 'high loosened', says: /may now read ~\/\.aws/u },
  },
  {
    rule: 'a path taken from those that may be read tightens',
    before: files('allowRead', ['~/.aws']),
    after: files('allowRead', []),
    worst: { path: 'sandbox.filesystem.allowRead', is: 'info tightened' },
  },
  ...(['denyWrite', 'denyRead'] as const).flatMap((list) => [
    {
      rule: `a path taken from ${list} is a high loosening`,
      before: files(list, ['/srv/x']),
      after: files(list, []),
      worst: {
        path: `sandbox.filesystem.${list}`,
        is: 'high loosened',
        says: /no longer kept from .* \/srv\/x\./u,
      } as const,
    },
    {
      rule: `a path of secrets taken from ${list} is critical`,
      before: files(list, ['~/.ssh', '/srv/x']),
      after: files(list, ['/srv/x']),
      worst: { path: `sandbox.filesystem.${list}`, is: 'critical loosened' } as const,
    },
    {
      rule: `a path added to ${list} tightens`,
      before: files(list, []),
      after: files(list, ['~/.ssh']),
      worst: { path: `sandbox.filesystem.${list}`, is: 'info tightened' } as const,
    },
  ]),
  {
    rule: 'a domain added is a medium loosening',
    before: network({ allowedDomains: ['github.com'] }),
    after: network({ allowedDomains: ['github.com', 'registry.npmjs.org'] }),
    worst: {
      path: 'sandbox.network.allowedDomains',
      is: 'medium loosened',
      says: /may now reach registry\.npmjs\.org/u,
    },
  },
  ...['*.acme.io', 'transfer.sh'].map((domain) => ({
    rule: `the domain ${domain} added is high`,
    before: network({ allowedDomains: ['github.com'] }),
    after: network({ allowedDomains: ['github.com', domain] }),
    worst: { path: 'sandbox.network.allowedDomains', is: 'high loosened' } as const,
  })),
  {
    rule: 'a domain broadened to all of its subdomains is high',
    before: network({ allowedDomains: ['github.com'] }),
    after: network({ allowedDomains: ['*.github.com'] }),
    worst: { path: 'sandbox.network.allowedDomains', is: 'high loosened' },
  },
  {
    rule: 'every domain is critical',
    before: network({ allowedDomains: ['github.com'] }),
    after: network({ allowedDomains: ['*'] }),
    worst: { path: 'sandbox.network.allowedDomains', is: 'critical loosened' },
  },
  {
    rule: 'domains emptied stop everything',
    before: network({ allowedDomains: ['github.com'] }),
    after: network({ allowedDomains: [] }),
    worst: { path: 'sandbox.network.allowedDomains', is: 'low tightened', says: /^Everything is now blocked/u },
  },
  {
    rule: 'a socket added is high',
    before: network({ allowUnixSockets: [] }),
    after: network({ allowUnixSockets: ['/tmp/dev.sock'] }),
    worst: { path: 'sandbox.network.allowUnixSockets', is: 'high loosened' },
  },
  {
    rule: 'a container socket added is critical',
    before: network({ allowUnixSockets: [] }),
    after: network({ allowUnixSockets: ['/var/run/docker.sock'] }),
    worst: { path: 'sandbox.network.allowUnixSockets', is: 'critical loosened' },
  },
  {
    rule: 'a socket removed tightens',
    before: network({ allowUnixSockets: ['/var/run/docker.sock'] }),
    after: network({ allowUnixSockets: [] }),
    worst: { path: 'sandbox.network.allowUnixSockets', is: 'info tightened' },
  },
  {
    rule: 'all sockets allowed is critical',
    before: network({ allowAllUnixSockets: false }),
    after: network({ allowAllUnixSockets: true }),
    worst: { path: 'sandbox.network.allowAllUnixSockets', is: 'critical loosened' },
  },
  {
    rule: 'all sockets no longer allowed tightens',
    before: network({ allowAllUnixSockets: true }),
    after: network({ allowAllUnixSockets: false }),
    worst: { path: 'sandbox.network.allowAllUnixSockets', is: 'info tightened' },
  },
  {
    rule: 'local ports allowed is medium',
    before: network({ allowLocalBinding: false }),
    after: network({ allowLocalBinding: true }),
    worst: { path: 'sandbox.network.allowLocalBinding', is: 'medium loosened' },
  },
  {
    rule: 'local ports no longer allowed is low',
    before: network({ allowLocalBinding: true }),
    after: network({ allowLocalBinding: false }),
    worst: { path: 'sandbox.network.allowLocalBinding', is: 'low tightened' },
  },
  ...(['httpProxyPort', 'socksProxyPort'] as const).map((port) => ({
    rule: `another ${port} is ambiguous and medium`,
    before: network({ [port]: 3128 }),
    after: network({ [port]: 8080 }),
    worst: { path: `sandbox.network.${port}`, is: 'medium changed', says: /Before: 3128\. Now: 8080\.$/u } as const,
  })),
  {
    rule: 'the same proxy port is no change',
    before: network({ httpProxyPort: 3128 }),
    after: network({ httpProxyPort: 3128 }),
  },
]);
