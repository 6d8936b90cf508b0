import type { FieldRule } from './field-rule.ts';
import { allowList, controlsOf, denyList, protection } from './rule-parts.ts';

const commands = ['command', 'commands'] as const;

export const commandRules: readonly FieldRule[] = [
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
