import type { FieldRule } from './field-rule.ts';
import { controlsOf, protection } from './rule-parts.ts';

export const sessionRules: readonly FieldRule[] = [
  {
    field: 'sessionRetentionDays',
    label: 'Retention of sessions',
    shape: { kind: 'retention', severity: 'high' },
    why: 'What an agent did can only be looked into while its session is kept.',
    remedy: 'Restore the days at once: sessions that are past the new limit may be gone already.',
    controlIds: controlsOf('evidence'),
    assumed: 'that older sessions are destroyed',
  },
  synced('cloudSessionSync', 'Sessions', 'Sync of sessions to the cloud'),
  synced('wikiCloudSync', 'Wiki pages', 'Sync of the wiki to the cloud'),
  modelChoice('model', 'the model that sessions begin with', 'Default model'),
  modelChoice('specModeModel', 'the model that specifications are written with', 'Default model for specifications'),
  {
    field: 'sessionDefaultSettings.runInWorktree',
    label: 'Sessions in a worktree of their own',
    shape: protection('low', {
      on: 'Agents now work in a worktree of their own.',
      off: "Agents now work in the developer's own checkout.",
      unset: "Agents may now work in the developer's own checkout: the organization no longer says.",
    }),
    why: 'Beside the own work of a developer, an agent can damage it.',
    remedy: 'Turn it on again.',
    controlIds: controlsOf(),
    whenUnset: 'each user decides',
  },
  {
    field: 'includeCoAuthoredByAgent',
    label: "Mark of agents' commits",
    shape: protection('low', {
      on: 'Commits made with an agent now say so.',
      off: 'Commits made with an agent no longer say so.',
      unset: 'Commits made with an agent may no longer say so: the organization leaves it open.',
    }),
    why: 'Without the mark, no one can tell later which code an agent wrote.',
    remedy: 'Turn it on again.',
    controlIds: controlsOf('evidence'),
    whenUnset: 'each user decides',
  },
  {
    field: 'ideAutoConnect',
    label: 'Connection to the editor by itself',
    shape: {
      kind: 'switch',
      severity: 'low',
      effects: {
        on: 'Agents now connect to the editor by themselves, and see what is open in it.',
        off: 'Agents no longer connect to the editor by themselves.',
        unset: 'Whether agents connect to the editor by themselves is now left to each user.',
      },
    },
    why: 'A connected agent sees open files; one that is not asks for them.',
    remedy: 'Restore the setting before if it was not meant.',
    controlIds: controlsOf(),
    whenUnset: 'each user decides',
  },
  {
    field: 'serviceRouterGuidance',
    label: 'Guidance of the service router',
    shape: {
      kind: 'value',
      type: 'text',
      severity: 'low',
      effect: 'Requests may now be routed to other services: the guidance was rewritten.',
      unsetEffect: 'Requests may now be routed to other services: the guidance is gone.',
      isLong: true,
    },
    why: 'The text may tell agents which service to turn to (assumed).',
    remedy: 'Read the text on the platform, and restore the one before if it was not meant.',
    controlIds: controlsOf('cloud'),
  },
  {
    field: 'serviceRouterRules',
    label: 'Rules of the service router',
    shape: {
      kind: 'ordered',
      severity: 'medium',
      parts: ['when', 'guidance'],
      nouns: ['rule', 'rules'],
      effect: 'Requests may now be routed to other services: {what}.',
    },
    why: 'The rules tell agents which service to turn to, and so who receives what they send.',
    remedy: 'Restore the rules and their order.',
    controlIds: controlsOf('cloud'),
    assumed: 'that their order counts',
  },
];

function synced(field: 'cloudSessionSync' | 'wikiCloudSync', what: string, label: string): FieldRule {
  return {
    field,
    label,
    shape: {
      kind: 'switch',
      severity: 'medium',
      effects: {
        on: `${what} are now copied to the cloud: more evidence in one place, and more data that leaves the machines.`,
        off: `${what} are no longer copied to the cloud: less data leaves the machines, and there is less evidence in one place.`,
        unset: `Whether ${what.toLowerCase()} are copied to the cloud is now left open: more or less data may leave, and more or less evidence is kept.`,
      },
    },
    why: 'It decides both what evidence there is and what data leaves the machines.',
    remedy: 'Ask the person who changed it, and restore the setting before if it was not meant.',
    controlIds: controlsOf('transmission', 'evidence', 'cloud'),
    whenUnset: 'projects and users decide',
  };
}

function modelChoice(name: 'model' | 'specModeModel', noun: string, label: string): FieldRule {
  return {
    field: `sessionDefaultSettings.${name}`,
    label,
    shape: { kind: 'model-choice', severity: 'low', noun },
    why: 'It decides who receives the code of sessions in which no one chooses, and what they cost.',
    remedy: 'Restore the model before, or choose one that is allowed.',
    controlIds: controlsOf('cloud'),
  };
}
