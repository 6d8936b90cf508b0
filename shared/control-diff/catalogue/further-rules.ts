import type { FieldRule } from './field-rule.ts';
import { allowList, controlsOf, denyList, permission } from './rule-parts.ts';

const commands = ['command', 'commands'] as const;

/** Undocumented fields that similar settings have elsewhere, judged by their names if an organization opts in. */
export const furtherRules: readonly FieldRule[] = (
  [
    {
      field: 'commandBlocklist',
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
          effect: 'Agents now run {items} without asking: the list of allowed commands has it.',
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
    {
      field: 'maxAutonomyLevel',
      shape: {
        kind: 'scale',
        severity: 'high',
        steps: [
          ['off', 'none', 'manual', 'normal', 'spec'],
          ['low', 'auto-low'],
          ['medium', 'auto-medium'],
          ['high', 'auto-high'],
        ],
        effects: {
          loosened: 'Agents may now work with up to {value} autonomy, and ask less.',
          tightened: 'Agents may now work with at most {value} autonomy.',
          changed: 'The most autonomy that agents may have is now {value}.',
        },
        unsetEffect: 'The organization no longer bounds the autonomy of agents.',
      },
      why: 'With more autonomy more is done before anybody has looked at it.',
      remedy: 'Restore the level before.',
      controlIds: controlsOf('access'),
      whenUnset: 'each user decides',
    },
    {
      field: 'hooks',
      shape: { kind: 'map', entries: 'plain', severity: 'high', noun: 'event' },
      why: 'A hook runs a command on every machine by itself; another one may be what checks commands before they run.',
      remedy: 'Restore the hooks before, unless the person who changed them can say what each does.',
      controlIds: controlsOf('access', 'threats', 'evidence'),
    },
    {
      field: 'sandbox.mode',
      shape: {
        kind: 'scale',
        severity: 'critical',
        steps: [
          ['strict', 'read-only', 'readonly', 'locked'],
          ['workspace-write', 'workspace', 'standard', 'default', 'on', 'enabled'],
          ['permissive', 'relaxed', 'weak'],
          ['danger-full-access', 'full-access', 'off', 'none', 'disabled'],
        ],
        effects: {
          loosened: "Agents' commands are now isolated less: {value}.",
          tightened: "Agents' commands are now isolated more: {value}.",
          changed: 'The isolation of agents’ commands is now {value}.',
        },
        unsetEffect: "The organization no longer says how agents' commands are isolated.",
      },
      why: 'The mode decides what a command can reach of the machine and the network.',
      remedy: 'Restore the mode before.',
      controlIds: controlsOf('access', 'threats', 'transmission'),
      whenUnset: 'each project decides',
    },
    {
      field: 'sandbox.excludedCommands',
      shape: allowList('command', 'high', {
        tiers: [{ trait: 'everything', severity: 'critical', says: '{item} is every command there is' }],
        nouns: commands,
        effects: {
          loosened: 'Agents now run {items} outside of the sandbox.',
          tightened: 'Agents no longer run {items} outside of the sandbox.',
        },
      }),
      why: 'A command outside of the sandbox reaches everything that its user can.',
      remedy: 'Take the command from the list.',
      controlIds: controlsOf('access', 'threats'),
    },
    {
      field: 'sandbox.allowUnsandboxedCommands',
      shape: permission('high', {
        on: 'Agents may now run commands outside of the sandbox.',
        off: 'Agents may no longer run commands outside of the sandbox.',
        unset: 'The organization no longer says whether commands may run outside of the sandbox.',
      }),
      why: 'A command outside of the sandbox reaches everything that its user can.',
      remedy: 'Turn it off again.',
      controlIds: controlsOf('access', 'threats'),
      whenUnset: 'each project decides',
    },
    {
      field: 'sandbox.network.deniedDomains',
      shape: denyList('domain', 'high', {
        nouns: ['domain', 'domains'],
        effects: {
          loosened: "Agents' commands are no longer kept from reaching {items}.",
          tightened: "Agents' commands can no longer reach {items}.",
        },
      }),
      why: 'The list holds what stays closed even if something else allows it.',
      remedy: 'Put the domain back on the list.',
      controlIds: controlsOf('threats', 'transmission'),
    },
  ] satisfies readonly Omit<FieldRule, 'isAssumed' | 'label' | 'version'>[]
).map((rule) => ({ ...rule, label: rule.field, isAssumed: true }));
