import type { FieldRule } from './field-rule.ts';
import { allowList, controlsOf } from './rule-parts.ts';

export const pluginRules: readonly FieldRule[] = [
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
    why: 'Whoever owns a marketplace can run code on the machines of those who install from it.',
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
