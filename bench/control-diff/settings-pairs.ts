import {
  firstSettings,
  obviousApiKey,
  obviousHeaderSecret,
  obviousSecretUrl,
} from '../../emulator/state/controls/first-settings.ts';
import type { CustomModel, EnterpriseSettings } from '../../emulator/state/controls/settings.ts';
import { randomOf } from '../../emulator/state/random.ts';
import { parseJson } from '../../shared/kernel/platform/http/answer/body.ts';

/** Settings before and after an edit, as the platform sends them: as JSON text. */
export interface SettingsPair {
  readonly what: string;
  readonly realChanges: number;
  readonly before: string;
  readonly after: string;
}

const random = randomOf(17, 'control diff');
/** Secrets as the three models and the new ones hold them. */
const freshKey = obviousApiKey(random);
const freshHeader = obviousHeaderSecret(random);
const freshUrl = obviousSecretUrl(random, 'llm.internal.example/v1');

type Edit = readonly [what: string, realChanges: number, edit: (settings: EnterpriseSettings) => void];

const edits: readonly Edit[] = [
  ['nothing', 0, () => {}],
  ['the same domains in another order', 0, (settings) => domainsOf(settings).reverse()],
  ['one domain more, at the front', 1, (settings) => domainsOf(settings).unshift('*.paste.example')],
  ['one domain less, in the middle', 1, (settings) => domainsOf(settings).splice(90, 1)],
  ['one switch off', 1, (settings) => Object.assign(settings, { enableAgentShield: false })],
  ['a model more, at the front', 1, (settings) => settings.customModels?.unshift(aModel())],
  ['a model less', 1, (settings) => settings.customModels?.shift()],
  [
    'a model more, of an id that is there already',
    1,
    (settings) => settings.customModels?.push({ ...aModel(), id: 'custom-coder' }),
  ],
  ['another key for a model', 1, (settings) => changeModel(settings, { apiKey: freshKey })],
  [
    'another address and another header for a model',
    2,
    (settings) => {
      const extraHeaders = { authorization: freshHeader, 'x-team': 'platform' };
      changeModel(settings, { baseUrl: freshUrl, extraHeaders });
    },
  ],
];

function domainsOf({ sandbox }: EnterpriseSettings): string[] {
  return sandbox.network.allowedDomains ?? [];
}

function changeModel({ customModels }: EnterpriseSettings, change: Partial<CustomModel>): void {
  Object.assign(customModels?.[0] ?? {}, change);
}

/** The order of the lists that name domains is of no meaning to the platform: they are sets. */
const domains = 200;

/** The edits of an organization's settings that are compared; the last one adds a key named `__proto__`. */
export function settingsPairs(): readonly SettingsPair[] {
  const before = baseSettings();
  const text = JSON.stringify(before);
  const edited = edits.map(([what, realChanges, edit]) => {
    const after = structuredClone(before);
    edit(after);
    return { what, realChanges, before: text, after: JSON.stringify(after) };
  });
  const proto = `${text.slice(0, -1)},"__proto__":{"allowAll":true}}`;
  return [...edited, { what: 'a field named __proto__', realChanges: 1, before: text, after: proto }];
}

function baseSettings(): EnterpriseSettings {
  const people = { userIds: ['u-1', 'u-2', 'u-3'], emails: ['ann@acme.example', 'bob@acme.example'] };
  const settings = firstSettings(randomOf(17, 'first settings'), people);
  settings.sandbox.network.allowedDomains = Array.from({ length: domains }, (_, index) => `host-${index}.acme.example`);
  return settings;
}

function aModel(): CustomModel {
  return {
    model: 'visitor-1',
    id: 'custom-visitor',
    index: 9,
    baseUrl: 'https://visitor.example/v1',
    apiKey: freshKey,
    displayName: 'Visitor',
  };
}

/** What no alert may show: keys, passwords, tokens of headers, queries and commands. */
export function plantedSecrets(pairs: readonly SettingsPair[]): readonly string[] {
  const shapes = /made-up-[a-z]+-[0-9a-f]{8,}/gu;
  return [
    ...new Set(pairs.flatMap(({ before, after }) => [...`${before}${after}`.matchAll(shapes)].map(([text]) => text))),
  ];
}

/** As every reader of the platform's answers parses them: a `__proto__` key becomes a plain one. */
export function parsedSettings(text: string): Readonly<Record<string, unknown>> {
  return parseJson(text) as Readonly<Record<string, unknown>>;
}
