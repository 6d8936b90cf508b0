import type { FieldRule, ValueShape } from './field-rule.ts';
import { controlsOf } from './rule-parts.ts';

const restore = 'Restore the value before if it was not meant.';
const target = controlsOf('transmission', 'cloud');

export const customModelRules: readonly FieldRule[] = [
  {
    field: 'customModels[]',
    label: 'Custom models',
    shape: { kind: 'members', severity: 'medium', unlistedSeverity: 'high', removedSeverity: 'low' },
    why: 'Code, prompts and keys go to the person who runs the model.',
    remedy: 'Remove the model unless its address and owner are known.',
    controlIds: target,
  },
  {
    field: 'customModels[].baseUrl',
    label: 'Address of a custom model',
    shape: { kind: 'address', severity: 'high', noun: 'The address of the custom model' },
    why: 'Code, prompts and keys go to the person who answers at the address.',
    remedy: 'Restore the address, and replace the key if it may have been sent elsewhere.',
    controlIds: target,
  },
  {
    field: 'customModels[].apiKey',
    label: 'Key of a custom model',
    shape: { kind: 'secret', severity: 'medium', noun: 'key of the custom model' },
    why: 'With another key, another account receives and stores what is sent, and is billed for it.',
    remedy: 'Ask who replaced the key and why; keep keys as references and not in the settings.',
    controlIds: controlsOf('access', 'transmission'),
  },
  {
    field: 'customModels[].extraHeaders',
    label: 'Headers sent to a custom model',
    shape: { kind: 'map', entries: 'secret', severity: 'medium', noun: 'header' },
    why: 'Headers carry credentials, and can lead requests elsewhere.',
    remedy: 'Ask who changed the header and why.',
    controlIds: controlsOf('access', 'transmission'),
  },
  {
    field: 'customModels[].extraArgs',
    version: 2,
    label: 'Further arguments to a custom model',
    shape: {
      kind: 'map',
      entries: 'plain',
      severity: 'low',
      redirectingSeverity: 'high',
      noun: 'argument of the custom model',
    },
    why: 'Arguments change what the model answers, what it costs, and where requests may go.',
    remedy: restore,
    controlIds: controlsOf(),
  },
  plain('model', 'Model behind a custom model', { type: 'text', effect: 'The custom model now runs {value}.' }),
  plain('id', 'Id of a custom model', { type: 'text', effect: 'The custom model is now known as {value}.' }),
  plain('index', 'Place of a custom model', { type: 'number', effect: 'The custom model is now listed at {value}.' }),
  plain('displayName', 'Name shown for a custom model', {
    type: 'text',
    effect: 'The custom model is now shown to members as {value}.',
  }),
  plain('maxContextLimit', 'Context limit of a custom model', {
    type: 'number',
    effect: 'The custom model may now be sent up to {value} tokens at once, which changes what it costs.',
  }),
  plain('maxOutputTokens', 'Output limit of a custom model', {
    type: 'number',
    effect: 'The custom model may now answer with up to {value} tokens, which changes what it costs.',
  }),
  plain('thinkingMaxTokens', 'Thinking limit of a custom model', {
    type: 'number',
    effect: 'The custom model may now think for up to {value} tokens, which changes what it costs.',
  }),
  plain('enableThinking', 'Thinking of a custom model', {
    type: 'switch',
    effect: 'Thinking of the custom model is now {value}, which changes what it costs and how it answers.',
  }),
  plain('noImageSupport', 'Images for a custom model', {
    type: 'switch',
    effect: 'Going without images is now {value} for the custom model.',
  }),
  bedrock('awsProfile', 'AWS profile', 'The custom model now uses the AWS profile {value}.'),
  bedrock('awsRegion', 'AWS region', 'Prompts and code for the custom model now go to the AWS region {value}.'),
  {
    field: 'customModels[].bedrock.bedrockBaseUrl',
    label: 'Bedrock address of a custom model',
    shape: { kind: 'address', severity: 'medium', noun: 'The Bedrock address of the custom model' },
    why: 'Code and prompts go to the person who answers at the address.',
    remedy: 'Restore the address.',
    controlIds: target,
  },
  credentialCommand('awsAuthRefresh', 'command that renews AWS credentials'),
  credentialCommand('awsCredentialExport', 'command that hands out AWS credentials'),
];

function plain(name: string, label: string, shape: Pick<ValueShape, 'type' | 'effect'>): FieldRule {
  return {
    field: `customModels[].${name}`,
    label,
    shape: { kind: 'value', severity: 'low', unsetEffect: `${label}: no longer set.`, ...shape },
    why: 'It changes how the model behaves or what it costs.',
    remedy: restore,
    controlIds: controlsOf(),
  };
}

function bedrock(name: string, noun: string, effect: string): FieldRule {
  return {
    field: `customModels[].bedrock.${name}`,
    label: `${noun} of a custom model`,
    shape: {
      kind: 'value',
      type: 'text',
      severity: 'medium',
      effect,
      unsetEffect: `The custom model no longer has an ${noun} of its own.`,
    },
    why: 'Another account or region receives the code, under other rules.',
    remedy: restore,
    controlIds: target,
  };
}

function credentialCommand(name: string, noun: string): FieldRule {
  return {
    field: `customModels[].bedrock.${name}`,
    label: `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`,
    shape: { kind: 'secret', severity: 'high', noun },
    why: "The command runs on members' machines, with their rights, and its output is trusted.",
    remedy: 'Look at the command on the platform, and restore the one before unless it is known.',
    controlIds: controlsOf('access', 'threats'),
  };
}
