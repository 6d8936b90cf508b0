import type { FieldRule } from './field-rule.ts';
import { allowList, controlsOf, protection } from './rule-parts.ts';

export const mcpRules: readonly FieldRule[] = [
  {
    field: 'mcpPolicy.enabled',
    label: 'Restriction of MCP servers',
    shape: protection('critical', {
      on: 'Agents may now use listed MCP servers only.',
      off: 'Agents may now use any MCP server.',
      unset: 'The organization no longer restricts MCP servers: agents may use any that a project or user sets up.',
      tightenedSeverity: 'low',
      list: { field: 'mcpPolicy.allowlist', stops: 'all MCP servers are blocked' },
    }),
    why: 'An MCP server gives agents tools and instructions of its own, and sees what they send.',
    remedy: 'Turn the policy on again.',
    controlIds: controlsOf('access', 'threats', 'cloud'),
    whenUnset: 'projects and users decide',
  },
  {
    field: 'mcpPolicy.allowlist',
    label: 'MCP servers that are allowed',
    shape: allowList('launcher', 'high', {
      tiers: [
        { trait: 'everything', severity: 'critical', says: '{item} is every server' },
        { trait: 'launcher', severity: 'critical', says: '{item} starts any program' },
      ],
      reach: { empty: 'nothing', unset: 'unclear', openedSeverity: 'high', stops: 'all MCP servers are blocked' },
      nouns: ['server', 'servers'],
      effects: {
        loosened: 'Agents may now use the MCP {noun} {items}.',
        tightened: 'Agents may no longer use the MCP {noun} {items}.',
        opened: 'There is no longer a list of allowed MCP servers: agents may be able to use any.',
      },
    }),
    why: 'An MCP server gives agents tools and instructions of its own, and sees what they send.',
    remedy: 'Take the server from the list; name a server by its full command or address, never by a launcher.',
    controlIds: controlsOf('access', 'threats', 'cloud'),
    assumed: 'that an empty list lets no server through',
    dormantWhile: [
      {
        field: 'mcpPolicy.enabled',
        states: ['off'],
        says: 'the restriction of MCP servers is off',
        permits: 'everything',
      },
    ],
  },
  {
    field: 'mcpAutonomyOverrides',
    label: 'Autonomy that MCP tools require',
    shape: { kind: 'map', entries: 'autonomy', severity: 'medium', noun: 'tool' },
    why: 'The lower the level a tool requires, the more often it runs with nobody asked.',
    remedy: 'Restore the level that the tool required before.',
    controlIds: controlsOf('access'),
    assumed:
      "that a lower level required lets the tool run unasked more often, and that a tool's level goes before its server's",
  },
  {
    field: 'mcpAutonomyUrlOverrides',
    label: 'Autonomy rules by address of MCP servers',
    shape: {
      kind: 'ordered',
      severity: 'medium',
      parts: ['urlPattern'],
      hasLevels: true,
      nouns: ['rule', 'rules'],
      effect: 'MCP servers may run unasked more often or less often, by their address: {what}.',
    },
    why: 'The first rule that fits an address decides, so a rule added, gone or moved changes others too.',
    remedy: 'Restore the rules and their order.',
    controlIds: controlsOf('access'),
    assumed: 'that the first rule that matches wins',
  },
];
