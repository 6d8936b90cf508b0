import type { FieldRule } from './field-rule.ts';
import { allowList, controlsOf, permission, protection } from './rule-parts.ts';

export const accessRules: readonly FieldRule[] = [
  {
    field: 'networkPolicy.allowedIps',
    label: 'Addresses that the organization may be reached from',
    shape: allowList('cidr', 'high', {
      tiers: [{ trait: 'everything', severity: 'critical', says: '{item} opens it to the whole internet' }],
      reach: {
        empty: 'nothing',
        unset: 'anything',
        openedSeverity: 'critical',
        stops: 'no one can reach the organization from any address',
      },
      tightenedSeverity: 'low',
      nouns: ['address range', 'address ranges'],
      effects: {
        loosened: 'The organization can now be reached from {items}.',
        tightened: 'The organization can no longer be reached from {items}.',
        opened: 'The organization can now be reached from any address: the list of allowed ones is gone.',
        closed: 'The organization can now be reached from listed addresses only.',
      },
    }),
    why: 'A stolen key or password works from every address that is allowed.',
    remedy: 'Restore the list, and keep ranges as narrow as the offices and networks they stand for.',
    controlIds: controlsOf('access', 'threats'),
    assumed: 'that a missing list allows every address and an empty one none',
    whenUnset: 'any address',
  },
  {
    field: 'missionPolicy.restrictedAccess',
    label: 'Restriction of missions',
    shape: protection('high', {
      on: 'Missions may now be used by listed users only.',
      off: 'Missions may now be used by everyone.',
      unset: 'The organization no longer restricts missions: everyone may be able to use them.',
      list: { field: 'missionPolicy.allowedUserIds', stops: 'no one may use missions' },
    }),
    why: 'A mission may let agents work for long without a person beside them (assumed).',
    remedy: 'Turn the restriction on again.',
    controlIds: controlsOf('access'),
    whenUnset: "the platform's default applies",
  },
  {
    field: 'missionPolicy.allowedUserIds',
    label: 'Users who may use missions',
    shape: allowList('text', 'medium', {
      tiers: [
        { trait: 'is-actor', severity: 'high', says: '{item} is the one who made the change' },
        { trait: 'everything', severity: 'high', says: '{item} is everyone' },
      ],
      reach: { stops: 'no one may use missions' },
      nouns: ['user', 'users'],
      effects: {
        loosened: 'Missions may now be used by {items}.',
        tightened: 'Missions may no longer be used by {items}.',
      },
    }),
    why: 'A mission may let agents work for long without a person beside them (assumed).',
    remedy: 'Take the user from the list.',
    controlIds: controlsOf('access'),
    assumed: 'that an empty list lets no one in',
    dormantWhile: [
      {
        field: 'missionPolicy.restrictedAccess',
        states: ['off', 'unset'],
        says: 'missions are not restricted',
        permits: 'everything',
      },
    ],
  },
  {
    field: 'restrictMemberVisibility',
    label: 'Restriction of what members see of each other',
    shape: protection('low', {
      on: 'Members now see less of each other.',
      off: 'Members can now see one another.',
      unset: 'The organization no longer restricts what members see of each other.',
    }),
    why: 'Names and addresses of colleagues are what a fraud begins with.',
    remedy: 'Turn the restriction on again.',
    controlIds: controlsOf('access'),
    whenUnset: "the platform's default applies",
  },
  {
    field: 'restrictApiKeyCreationToManagers',
    label: 'API keys for managers only',
    shape: protection('high', {
      on: 'Only managers may now create API keys.',
      off: 'Every member may now create API keys.',
      unset: 'The organization no longer keeps the creation of API keys to managers.',
    }),
    why: 'A key works without its owner, from anywhere, until someone revokes it.',
    remedy: 'Turn the restriction on again, and look through the keys made since.',
    controlIds: controlsOf('access'),
    whenUnset: "the platform's default applies",
  },
  ...computers('managed', 'computers that the platform runs', 'Computers of the platform'),
  ...computers('byom', 'computers of their own', "Members' own computers"),
];

function computers(prefix: 'managed' | 'byom', noun: string, label: string): readonly FieldRule[] {
  const why = 'Agents on such a computer may work with the code and keys on it, with no one beside them (assumed).';
  return [
    {
      field: `${prefix}ComputersEnabled`,
      label,
      shape: permission('medium', {
        on: `Members may now let agents work on ${noun}.`,
        off: `Members may no longer let agents work on ${noun}.`,
        unset: `The organization no longer says whether agents may work on ${noun}.`,
        tightenedSeverity: 'low',
      }),
      why,
      remedy: 'Turn it off unless it was meant.',
      controlIds: controlsOf('access', 'cloud'),
      whenUnset: "the platform's default applies",
    },
    {
      field: `${prefix}ComputersAllowedEmails`,
      label: `${label}: who may use them`,
      shape: allowList('email', 'low', {
        tiers: [{ trait: 'everything', severity: 'medium', says: '{item} is everyone' }],
        reach: { empty: 'anything', unset: 'anything', openedSeverity: 'medium' },
        nouns: ['person', 'people'],
        effects: {
          loosened: `{items} may now let agents work on ${noun}.`,
          tightened: `{items} may no longer let agents work on ${noun}.`,
          opened: `Everyone may now let agents work on ${noun}: the list of those who may is gone.`,
          closed: `Only people on a list may now let agents work on ${noun}.`,
        },
      }),
      why,
      remedy: 'Restore the list of those who may.',
      controlIds: controlsOf('access', 'cloud'),
      assumed: 'that an empty or missing list restricts no one',
      dormantWhile: [
        {
          field: `${prefix}ComputersEnabled`,
          states: ['off'],
          says: `${label.slice(0, 1).toLowerCase()}${label.slice(1)} are off`,
          permits: 'nothing',
        },
      ],
    },
  ];
}
