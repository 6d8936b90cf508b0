import type { FieldRule } from './field-rule.ts';
import { allowList, controlsOf, denyList, permission } from './rule-parts.ts';

const models = ['model', 'models'] as const;

export const modelRules: readonly FieldRule[] = [
  {
    field: 'modelPolicy.allowedModelIds',
    label: 'Models that are allowed',
    shape: allowList('model', 'medium', {
      tiers: [{ trait: 'everything', severity: 'high', says: '{item} is every model' }],
      reach: { empty: 'anything', unset: 'anything', openedSeverity: 'high' },
      overruledBy: {
        field: 'modelPolicy.blockedModelIds',
        isHarmless: false,
        effect: 'Members may use {items} by this list, and may not by another.',
        says: 'The organization also blocks {items}: which of the two lists wins is not documented.',
      },
      nouns: models,
      effects: {
        loosened: 'Members may now use the {noun} {items}.',
        tightened: 'Members may no longer use the {noun} {items}.',
        opened: 'Members may now use any model: the list of allowed ones is gone.',
        closed: 'Members may now use listed models only.',
      },
    }),
    why: 'Each model is a party that receives code, and a price.',
    remedy: 'Restore the list of allowed models.',
    controlIds: controlsOf('access', 'cloud'),
    assumed: 'that an empty or missing list restricts nothing',
  },
  {
    field: 'modelPolicy.blockedModelIds',
    label: 'Models that are blocked',
    shape: denyList('model', 'high', {
      releases: {
        field: 'modelPolicy.allowedModelIds',
        kind: 'model',
        isOpenWhenEmpty: true,
        effect: 'Members may now use {items}: it is allowed, and no longer blocked.',
      },
      nouns: models,
      effects: {
        loosened: 'Members are no longer kept from using the {noun} {items}.',
        tightened: 'Members can no longer use the {noun} {items}.',
      },
    }),
    why: 'Models are blocked for what they cost, where they run or what they did.',
    remedy: 'Put the model back on the list.',
    controlIds: controlsOf('access', 'cloud'),
  },
  {
    field: 'modelPolicy.allowCustomModels',
    label: "Members' own models",
    shape: permission('high', {
      on: 'Members may now use models of their own, at addresses of their own.',
      off: 'Members may no longer use models of their own.',
      unset: 'The organization no longer forbids models of members’ own, at addresses of their own.',
      unsetSeverity: 'high',
    }),
    why: 'Code goes to the person who runs the model.',
    remedy: 'Turn it off, and offer the models that are needed to all.',
    controlIds: controlsOf('access', 'transmission', 'cloud'),
    whenUnset: "the platform's default applies",
  },
  {
    field: 'modelPolicy.allowAllServiceModels',
    label: 'All models of the service',
    shape: permission('high', {
      on: 'Members may now use every model of the service, those that come in future included.',
      off: 'Members may no longer use every model of the service.',
      unset: 'The organization no longer says whether every model of the service may be used.',
    }),
    why: 'A list of allowed models says nothing once all are allowed.',
    remedy: 'Turn it off, and list the models that are needed.',
    controlIds: controlsOf('access', 'cloud'),
    whenUnset: "the platform's default applies",
  },
  {
    field: 'modelPolicy.isFastModelsAllowed',
    label: 'Fast models',
    shape: permission('low', {
      on: 'Members may now use fast models, which may cost more.',
      off: 'Members may no longer use fast models.',
      unset: 'The organization no longer says whether fast models may be used.',
    }),
    why: 'Fast models may cost more credits for the same work.',
    remedy: 'Turn it off if the budget does not hold for it.',
    controlIds: controlsOf(),
    whenUnset: "the platform's default applies",
  },
  {
    field: 'modelPolicy.allowedBaseUrls',
    label: 'Addresses that custom models may have',
    shape: allowList('url', 'high', {
      tiers: [
        { trait: 'insecure-url', severity: 'critical', says: '{item} is not encrypted' },
        { trait: 'wide', severity: 'critical', says: '{item} is a wildcard' },
      ],
      reach: {
        empty: 'nothing',
        unset: 'anything',
        openedSeverity: 'high',
        stops: 'no custom model has an address that is allowed',
      },
      nouns: ['address', 'addresses'],
      effects: {
        loosened: 'Prompts and code may now be sent to custom models at {items}.',
        tightened: 'Prompts and code may no longer be sent to custom models at {items}.',
        opened: 'Prompts and code may now be sent to custom models at any address: the list of allowed ones is gone.',
        closed: 'Prompts and code may now be sent to custom models at listed addresses only.',
      },
    }),
    why: 'Code, prompts and keys go to the person who answers at the address.',
    remedy: 'Restore the list; name hosts in full, with https.',
    controlIds: controlsOf('transmission', 'cloud'),
    assumed: 'that a missing list allows every address and an empty one none',
  },
  {
    field: 'userModelPolicies',
    label: 'Rules on models for single users',
    shape: { kind: 'map', entries: 'user-models', severity: 'medium', noun: 'user' },
    why: 'An exception for one person goes past the rule for all.',
    remedy: "Restore the user's rules, or remove them so that those for all apply.",
    controlIds: controlsOf('access', 'cloud'),
    assumed: "that a user's rules go before those of the organization",
  },
];
