import type { JsonObject } from '../../../../shared/controls/json.ts';
import { at, tryRows } from '../row.ts';

const allow = (...commands: readonly string[]): JsonObject => ({ commandAllowlist: commands });
const deny = (...commands: readonly string[]): JsonObject => ({ commandDenylist: commands });
const mcp = (...allowlist: readonly string[]): JsonObject => ({ mcpPolicy: { enabled: true, allowlist } });

tryRows([
  {
    rule: 'Agent Shield turned off is critical',
    before: { enableAgentShield: true },
    after: { enableAgentShield: false },
    worst: { path: 'enableAgentShield', is: 'critical loosened', says: /no longer checked/u },
  },
  {
    rule: 'Agent Shield no longer set is high',
    before: { enableAgentShield: true },
    after: {},
    worst: { path: 'enableAgentShield', is: 'high loosened', says: /Now: not set/u },
  },
  {
    rule: 'Agent Shield turned on tightens',
    before: {},
    after: { enableAgentShield: true },
    worst: { path: 'enableAgentShield', is: 'info tightened' },
  },
  {
    rule: 'a harmless command that runs unasked is medium',
    before: allow('git status'),
    after: allow('git status', 'ls'),
    worst: { path: 'commandAllowlist', is: 'medium loosened', says: /^Agents now run ls without asking\./u },
  },
  ...['npm *', 'bash', 'python', 'curl https://x.io', 'rm -rf build'].map((command) => ({
    rule: `${command} that runs unasked is high`,
    before: allow('git status'),
    after: allow('git status', command),
    worst: { path: 'commandAllowlist', is: 'high loosened' } as const,
  })),
  {
    rule: 'every command that runs unasked is critical',
    before: allow('git status'),
    after: allow('git status', '*'),
    worst: { path: 'commandAllowlist', is: 'critical loosened' },
  },
  {
    rule: 'a command broadened to a pattern loosens',
    before: allow('git push'),
    after: allow('git *'),
    worst: { path: 'commandAllowlist', is: 'high loosened', says: /“git \*” \(was “git push”\)/u },
  },
  {
    rule: 'a command that a pattern covers already lets nothing through',
    before: allow('git *'),
    after: allow('git *', 'git status'),
    worst: { path: 'commandAllowlist', is: 'info changed' },
  },
  {
    rule: 'a command that is denied as well is worth no more than info',
    before: { ...allow('ls'), ...deny('rm *') },
    after: { ...allow('ls', 'rm -rf /'), ...deny('rm *') },
    worst: { path: 'commandAllowlist', is: 'info loosened', says: /stays denied/u },
  },
  {
    rule: 'a command that is asked for again is low',
    before: allow('ls', 'bash'),
    after: allow('ls'),
    worst: { path: 'commandAllowlist', is: 'low tightened', says: /ask before they run bash/u },
  },
  {
    rule: 'a command no longer denied is high',
    before: deny('make deploy'),
    after: deny(),
    worst: { path: 'commandDenylist', is: 'high loosened', says: /no longer kept from running “make deploy”/u },
  },
  ...['rm -rf *', 'scp *'].map((command) => ({
    rule: `${command} no longer denied is critical`,
    before: deny(command, 'make deploy'),
    after: deny('make deploy'),
    worst: { path: 'commandDenylist', is: 'critical loosened' } as const,
  })),
  {
    rule: 'a denied pattern that is narrowed loosens',
    before: deny('rm *'),
    after: deny('rm -rf *'),
    worst: { path: 'commandDenylist', is: 'critical loosened', says: /“rm \*” \(only “rm -rf \*” is left\)/u },
  },
  {
    rule: 'a command denied tightens',
    before: deny(),
    after: deny('rm -rf *'),
    worst: { path: 'commandDenylist', is: 'info tightened' },
  },
  {
    rule: 'a denied command that another pattern still denies lets nothing through',
    before: deny('rm *', 'rm -rf /'),
    after: deny('rm *'),
    worst: { path: 'commandDenylist', is: 'info changed' },
  },
  {
    rule: 'a lower autonomy required is medium',
    before: { mcpAutonomyOverrides: { docs__search: 'high' } },
    after: { mcpAutonomyOverrides: { docs__search: 'low' } },
    worst: { path: 'mcpAutonomyOverrides[docs__search]', is: 'medium loosened', says: /Before: high\. Now: low\./u },
  },
  {
    rule: 'a lower autonomy required of a tool that writes is high',
    before: { mcpAutonomyOverrides: { github: { push_files: 'high', search: 'high' } } },
    after: { mcpAutonomyOverrides: { github: { push_files: 'medium', search: 'high' } } },
    worst: { path: 'mcpAutonomyOverrides[github]', is: 'high loosened' },
  },
  {
    rule: 'an autonomy no longer required loosens',
    before: { mcpAutonomyOverrides: { docs__search: 'medium' } },
    after: { mcpAutonomyOverrides: {} },
    worst: { path: 'mcpAutonomyOverrides[docs__search]', is: 'medium loosened' },
  },
  {
    rule: 'a higher autonomy required tightens',
    before: { mcpAutonomyOverrides: { docs__search: 'low' } },
    after: { mcpAutonomyOverrides: { docs__search: 'high' } },
    worst: { path: 'mcpAutonomyOverrides[docs__search]', is: 'info tightened' },
  },
  {
    rule: 'a level of autonomy that nobody knows is ambiguous',
    before: { mcpAutonomyOverrides: { docs__search: 'low' } },
    after: { mcpAutonomyOverrides: { docs__search: 'sometimes' } },
    worst: { path: 'mcpAutonomyOverrides[docs__search]', is: 'medium changed' },
  },
  ...[
    { what: 'added', after: ['a', 'b', 'c'] },
    { what: 'removed', after: ['a'] },
    { what: 'order', after: ['b', 'a'] },
  ].map(({ what, after }) => ({
    rule: `autonomy rules by address are ambiguous: ${what}`,
    before: { mcpAutonomyUrlOverrides: ['a', 'b'].map((urlPattern) => ({ urlPattern })) },
    after: { mcpAutonomyUrlOverrides: after.map((urlPattern) => ({ urlPattern })) },
    worst: { path: 'mcpAutonomyUrlOverrides', is: 'medium changed', says: new RegExp(what, 'u') } as const,
  })),
  {
    rule: 'the restriction of MCP servers turned off is critical',
    before: at('mcpPolicy.enabled', true),
    after: at('mcpPolicy.enabled', false),
    worst: { path: 'mcpPolicy.enabled', is: 'critical loosened' },
  },
  {
    rule: 'the restriction of MCP servers no longer set is critical',
    before: at('mcpPolicy.enabled', true),
    after: { mcpPolicy: {} },
    worst: { path: 'mcpPolicy.enabled', is: 'critical loosened' },
  },
  {
    rule: 'the restriction of MCP servers turned on is low',
    before: { mcpPolicy: { enabled: false, allowlist: ['https://mcp.acme.io'] } },
    after: { mcpPolicy: { enabled: true, allowlist: ['https://mcp.acme.io'] } },
    worst: { path: 'mcpPolicy.enabled', is: 'low tightened', says: /listed MCP servers only/u },
  },
  {
    rule: 'the restriction of MCP servers turned on with an empty list stops everything',
    before: { mcpPolicy: { enabled: false, allowlist: [] } },
    after: { mcpPolicy: { enabled: true, allowlist: [] } },
    worst: { path: 'mcpPolicy.enabled', is: 'low tightened', says: /all MCP servers are blocked/u },
  },
  {
    rule: 'an MCP server added is high',
    before: mcp('https://mcp.acme.io'),
    after: mcp('https://mcp.acme.io', 'https://mcp.other.io'),
    worst: { path: 'mcpPolicy.allowlist', is: 'high loosened' },
  },
  ...['npx', 'uvx', 'node', 'docker', 'bash', '*'].map((launcher) => ({
    rule: `${launcher} added to the MCP servers is critical`,
    before: mcp('https://mcp.acme.io'),
    after: mcp('https://mcp.acme.io', launcher),
    worst: { path: 'mcpPolicy.allowlist', is: 'critical loosened' } as const,
  })),
  {
    rule: 'an MCP server removed tightens',
    before: mcp('https://mcp.acme.io', 'npx'),
    after: mcp('https://mcp.acme.io'),
    worst: { path: 'mcpPolicy.allowlist', is: 'info tightened' },
  },
  {
    rule: 'MCP servers emptied while restricted stop everything',
    before: mcp('https://mcp.acme.io'),
    after: mcp(),
    worst: { path: 'mcpPolicy.allowlist', is: 'low tightened', says: /Everything is now blocked: all MCP servers/u },
  },
  {
    rule: 'a list of MCP servers that is gone is worse than an empty one',
    before: mcp(),
    after: at('mcpPolicy.enabled', true),
    worst: { path: 'mcpPolicy.allowlist', is: 'high loosened' },
  },
]);
