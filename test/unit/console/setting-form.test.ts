import { describe, expect, test } from 'vitest';

import {
  settingChoices,
  settingForm,
  settingProblem,
  settingText,
  valueText,
  versionsOf,
} from '../../../console/pages/settings/setting-form.ts';
import { draftOf } from '../../../console/parts/editing/record-form.ts';
import { settingDocuments } from '../../../shared/settings/api/settings-operations.ts';
import type { SettingField } from '../../../shared/settings/contract/setting-field.ts';
import { Settings } from '../../../shared/settings/contract/settings.ts';

const documents = settingDocuments(Settings.parse({}), {});
const samples: Readonly<Record<string, unknown>> = {
  admins: ['ann@acme.example', 'bob@acme.example'],
  'roles.teamOwners': { web: ['ann@acme.example'], 'a = b': ['bob@acme.example', 'group:x'] },
  'fourEyes.ownLimit': false,
  'controls.workingHours.days': [1, 2],
  'controls.overrides': { 'sandbox.enabled': { severity: 'high' } },
  'pools.maxCreditsPerUserHour': 250_000,
  'live.mode': 'shadow',
  blastRadius: false,
};

function typed(field: SettingField, value: unknown): { readonly text: string; readonly meant: unknown } {
  const form = settingForm({ field, unit: null, default: null });
  const { value: text } = draftOf(form, { value });
  return { text, meant: form.fields[0]?.valueOf(text) };
}

describe('a setting in a form', () => {
  test('whatever value it has is meant by what stands in its field', () => {
    for (const { setting, field, default: usual } of documents) {
      for (const value of [usual, samples[setting] ?? usual]) {
        const { text, meant } = typed(field, value);

        expect({ setting, meant, problem: settingProblem(field, text) }).toEqual({
          setting,
          meant: text === '' ? null : value,
          problem: undefined,
        });
      }
    }
  });

  test('only lists of objects and maps of them are typed as JSON', () => {
    const asJson = documents.filter(({ field }) => field.kind === 'json').map(({ setting }) => setting);

    expect(asJson.toSorted()).toEqual([
      'alerts.digest',
      'alerts.quietHours',
      'controls.overrides',
      'fourEyes.identities',
    ]);
  });

  test('a number says its bounds, and what is beyond them is found before the API is asked', () => {
    const { field } = documents.find(({ setting }) => setting === 'weeklyDigest.weekday') ?? documents[0] ?? never();

    expect([settingProblem(field, '8'), settingProblem(field, '1.5'), settingProblem(field, '7')]).toEqual([
      expect.stringContaining('1 to 7'),
      expect.stringContaining('1 to 7'),
      undefined,
    ]);
  });

  test('a word is chosen among those that the setting takes, with what is usual first', () => {
    const mode = documents.find(({ setting }) => setting === 'live.mode') ?? never();

    expect(settingChoices(mode)?.map(([value]) => value)).toEqual(['', 'off', 'shadow', 'on']);
  });
});

test('values are shown as people read them', () => {
  expect([null, true, 1_000_000, 0.3, [], ['a', 'b'], { a: 1 }, { web: ['a', 'b'] }, {}].map(valueText)).toEqual([
    'not set',
    'on',
    '1,000,000',
    '0.3',
    'none',
    'a, b',
    '{"a":1}',
    'web: a,b',
    'none',
  ]);
});

test('the history of a setting has the versions that changed it, the newest first', () => {
  const facts = { at: '2026-03-15T08:00:00.000Z', by: 'ann', way: 'command' as const };
  const rows = [
    { ...facts, version: 1, before: {}, after: { a: 1 } },
    { ...facts, version: 2, before: { a: 1 }, after: { a: 1, b: 1 } },
    { ...facts, version: 3, before: { a: 1, b: 1 }, after: { b: 1 } },
  ];

  expect(versionsOf('a', rows).map(({ version, after }) => [version, after?.['value']])).toEqual([
    [3, null],
    [1, 1],
  ]);
});

function never(): never {
  throw new Error('there is such a setting');
}

test('settings that can be switched off together read as on or off, and as their values nowhere', () => {
  const rowOf = (name: string) => documents.find(({ setting }) => setting === name) ?? never();
  const reads = (name: string, value: unknown) => settingText(rowOf(name), value);

  expect(reads('blastRadius', rowOf('blastRadius').value)).toBe('on');
  expect(reads('blastRadius', false)).toBe('off');
  expect(reads('blastRadius', null)).toBe('not set');
  expect(reads('admins', ['ann@acme.example'])).toBe('ann@acme.example');
});
