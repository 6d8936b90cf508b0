import { accessRules } from './access-rules.ts';
import { customModelRules } from './custom-model-rules.ts';
import type { FieldRule } from './field-rule.ts';
import { furtherRules } from './further-rules.ts';
import { modelRules } from './model-rules.ts';
import type { CataloguePack } from './packs.ts';
import { allowList, controlsOf, denyList, protection } from './rule-parts.ts';
import { sandboxRules } from './sandbox-rules.ts';
import { sessionRules } from './session-rules.ts';

const commands = ['command', 'commands'] as const;

const commandRules: readonly FieldRule[] = [
  {
    field: 'enableAgentShield',
    label: 'Agent Shield',
    shape: protection('critical', {
      on: "Agents' actions are now checked by Agent Shield.",
      off: "Agents' actions are no longer checked by Agent Shield.",
      unset: "The organization no longer requires Agent Shield, so agents' actions may go unchecked.",
      unsetSeverity: 'high',
    }),
    why: 'The shield is what stops an agent that has been misled.',
    remedy: 'Turn Agent Shield on again for the organization.',
    controlIds: controlsOf('threats', 'evidence'),
    whenUnset: 'projects and users decide',
  },
  {
    field: 'commandAllowlist',
    label: 'Commands that run without being asked for',
    shape: allowList('command', 'medium', {
      tiers: [
        { trait: 'everything', severity: 'critical', says: '{item} is every command there is' },
        {
          trait: 'risky-command',
          severity: 'high',
          says: '{item} can destroy, send away, take rights, reach the network, or change or run anything',
        },
        { trait: 'wide', severity: 'high', says: '{item} stands for many commands' },
      ],
      tightenedSeverity: 'low',
      overruledBy: {
        field: 'commandDenylist',
        isHarmless: true,
        effect: 'Nothing more runs without asking: {items} may by this list, and stays denied by another.',
        says: 'The list of denied commands covers {items} as well, and is taken to win (assumed).',
      },
      nouns: commands,
      effects: {
        loosened: 'Agents now run {items} without asking.',
        tightened: 'Agents now ask before they run {items}.',
      },
    }),
    why: 'No one looks at a command on this list before it runs.',
    remedy: 'Take the command from the list, or name the one use of it that is needed.',
    controlIds: controlsOf('access', 'threats'),
  },
  {
    field: 'commandDenylist',
    label: 'Commands that are denied',
    shape: denyList('command', 'high', {
      tiers: [
        {
          trait: 'dangerous-command',
          severity: 'critical',
          says: '{item} destroys, sends away, takes rights or runs what it is sent',
        },
      ],
      releases: {
        field: 'commandAllowlist',
        kind: 'command',
        isOpenWhenEmpty: false,
        effect:
          'Agents now run {items} without asking: the list of allowed commands has it, and nothing denies it any more.',
      },
      nouns: commands,
      effects: {
        loosened: 'Agents are no longer kept from running {items}.',
        tightened: 'Agents can no longer run {items}.',
      },
    }),
    why: 'The list holds what no agent should run even when told to.',
    remedy: 'Put the command back on the list.',
    controlIds: controlsOf('access', 'threats'),
  },
];

const mcpRules: readonly FieldRule[] = [
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
    why: 'The lower the level a tool requires, the more often it runs with no one asked.',
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

const pluginRules: readonly FieldRule[] = [
  {
    field: 'enabledPlugins',
    label: 'Plugins that are on',
    shape: { kind: 'map', entries: 'plugin', severity: 'high', noun: 'plugin' },
    why: "A plugin's code, hooks and servers run on every member's machine.",
    remedy: 'Turn the plugin off unless its source is known and reviewed.',
    controlIds: controlsOf('access', 'threats'),
    assumed: 'that an entry that is true turns the plugin on for all',
  },
  {
    field: 'extraKnownMarketplaces',
    label: 'Further plugin marketplaces',
    shape: { kind: 'map', entries: 'marketplace', severity: 'high', noun: 'marketplace' },
    why: 'The person who owns a marketplace can run code on the machines of those who install from it.',
    remedy: 'Remove the marketplace, or pin it to a version that was reviewed.',
    controlIds: controlsOf('access', 'threats', 'cloud'),
    assumed: 'what the parts of an entry mean',
  },
  {
    field: 'strictKnownMarketplaces',
    label: 'The only plugin marketplaces allowed',
    shape: allowList('repo', 'high', {
      isOfSources: true,
      tiers: [
        { trait: 'everything', severity: 'critical', says: '{item} is every marketplace there is' },
        { trait: 'insecure-url', severity: 'high', says: 'anybody on the way can change what {item} offers' },
      ],
      reach: {
        empty: 'nothing',
        unset: 'anything',
        openedSeverity: 'critical',
        stops: 'plugins can be installed from no marketplace',
      },
      nouns: ['marketplace', 'marketplaces'],
      effects: {
        loosened: 'Plugins may now be installed from {items}.',
        tightened: 'Plugins may no longer be installed from {items}.',
        opened: 'Plugins may now be installed from any marketplace: the list of the only allowed ones is gone.',
        closed: 'Plugins may now be installed from listed marketplaces only.',
      },
    }),
    why: 'Without the list, anybody may install code from anywhere.',
    remedy: 'Restore the list of the only allowed marketplaces.',
    controlIds: controlsOf('access', 'threats', 'cloud'),
    assumed: 'that a missing list allows every marketplace and an empty one none',
    whenUnset: 'any marketplace',
  },
];

export const catalogue: readonly FieldRule[] = [
  ...sandboxRules,
  ...commandRules,
  ...mcpRules,
  ...modelRules,
  ...customModelRules,
  ...pluginRules,
  ...accessRules,
  ...sessionRules,
];

const byField: ReadonlyMap<string, FieldRule> = new Map(catalogue.map((rule) => [rule.field, rule]));

/** Returns the rule for a field as a change names it; undefined for an undocumented field. */
export function ruleOf(field: string): FieldRule | undefined {
  return byField.get(field);
}

/** Returns a field's label, "Isolation of commands (sandbox)"; its path if the catalogue lacks it. */
export function labelOf(field: string): string {
  return byField.get(field)?.label ?? field;
}

export interface RuleNode {
  readonly rule?: FieldRule;
  readonly children: ReadonlyMap<string, RuleNode>;
  readonly members?: RuleNode;
}

const eachMember = '[]';

/** The documented settings as a tree; a node without rule and members is a plain object. */
const documentedNode: RuleNode = nodeOfRules(catalogue);
const furtherNode: RuleNode = nodeOfRules([...catalogue, ...furtherRules]);

export function settingsNode(packs: readonly CataloguePack[] = []): RuleNode {
  return packs.includes('further-fields') ? furtherNode : documentedNode;
}

function nodeOfRules(rules: readonly FieldRule[]): RuleNode {
  return nodeOf(rules.map((rule) => ({ rule, keys: keysOf(rule.field) })));
}

/** `customModels[].baseUrl` → `customModels`, `[]`, `baseUrl`. */
function keysOf(field: string): readonly string[] {
  return field.replaceAll(eachMember, `.${eachMember}`).split('.');
}

function nodeOf(planted: readonly { readonly rule: FieldRule; readonly keys: readonly string[] }[]): RuleNode {
  const own = planted.find(({ keys }) => keys.length === 0);
  const groups = Map.groupBy(
    planted.filter(({ keys }) => keys.length > 0),
    ({ keys }) => keys[0] ?? '',
  );
  const nodes = [...groups].map(([key, group]): [string, RuleNode] => [
    key,
    nodeOf(group.map(({ rule, keys }) => ({ rule, keys: keys.slice(1) }))),
  ]);
  const members = nodes.find(([key]) => key === eachMember)?.[1];
  return {
    rule: own?.rule,
    children: new Map(nodes.filter(([key]) => key !== eachMember)),
    members,
  };
}

export function rulesUnder(node: RuleNode): readonly FieldRule[] {
  return [
    ...(node.rule === undefined ? [] : [node.rule]),
    ...(node.members === undefined ? [] : rulesUnder(node.members)),
    ...[...node.children.values()].flatMap((child) => rulesUnder(child)),
  ];
}
