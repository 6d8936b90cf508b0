import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  editSettingsFile,
  newSettingsFile,
  readSettingsFile,
} from '../../../../shared/settings/contract/settings-file.ts';
import { groupHelp, settingDescriptions } from '../../../../shared/settings/contract/settings-record.ts';
import type { SettingsTerms } from '../../../../shared/settings/settings-record.ts';

/** Some settings of every kind: a list, a number, a word in a group, a text two groups down, a map, a word for a group. */
const some: fc.Arbitrary<SettingsTerms> = fc
  .record(
    {
      admins: fc.constantFrom(['ann@acme.example'], ['ann@acme.example', 'bob@acme.example']),
      rereadDays: fc.integer({ min: 1, max: 31 }),
      'pools.reserveShare': fc.constantFrom(0.1, 0.25),
      'controls.workingHours.timeZone': fc.constantFrom('UTC', 'Europe/Vienna'),
      'controls.runbook': fc.constantFrom('yes', '3', 'a: text # with signs', 'wiki/Runbook'),
      'controls.overrides': fc.constantFrom({ 'sandbox.enabled': { severity: 'high' } }, {}),
    },
    { requiredKeys: [] },
  )
  .map((terms) => terms as SettingsTerms)
  .chain((terms) =>
    fc.constantFrom(terms, { ...terms, blastRadius: false }, { ...terms, 'blastRadius.raisedShare': 2 }),
  );

const byHand = '# mine\n\nadmins: [eve@acme.example] # on call\npools: # rests on\n  settleDays: 2\n';

function setIn(text: string): SettingsTerms | undefined {
  const read = readSettingsFile(text);
  return read.kind === 'terms' ? read.terms : undefined;
}

function commentsOf(text: string): readonly string[] {
  return text.match(/# [A-Za-z].*/gu) ?? [];
}

describe('a new file of settings', () => {
  test('explains every setting and sets none', () => {
    const text = newSettingsFile();
    const oneLine = text.replaceAll(/\n *# /gu, ' ');

    expect(setIn(text)).toEqual({});
    for (const { path, help = '' } of settingDescriptions()) {
      expect(text).toMatch(new RegExp(`^#? *${path.split('.').at(-1) ?? ''}:`, 'mu'));
      expect(oneLine).toContain(help);
    }
  });

  test('takes the defaults that it shows as they are', () => {
    const groups = [...groupHelp().keys()].filter((path) => !path.includes('.'));
    const [values = ''] = newSettingsFile().split('#blastRadius:\n');
    const shown = values
      .replaceAll(/^#( *[a-z]\w*: .+)$/gmu, '$1')
      .replaceAll(new RegExp(`^#( *(?:${groups.join('|')}):)$`, 'gmu'), '$1');

    expect(readSettingsFile(shown)).toMatchObject({ kind: 'terms', terms: { mailFrom: expect.any(String) } });
  });
});

describe('an edited file of settings', () => {
  test.each([
    ['a new one', newSettingsFile()],
    ['one written by hand', byHand],
    ['an empty one', ''],
  ])('sets what was wanted and nothing else, and keeps its comments: %s', (_, start) => {
    fc.assert(
      fc.property(some, some, (first, second) => {
        const once = editSettingsFile(start, first);
        const twice = editSettingsFile(once, second);

        expect(setIn(once)).toEqual(first);
        expect(setIn(twice)).toEqual(second);
        expect(commentsOf(twice)).toEqual(
          expect.arrayContaining(commentsOf(start).filter((text) => !/on call|rests on/.test(text))),
        );
      }),
      { numRuns: 25 },
    );
  });

  test('of which everything is taken out again is as it was new', () => {
    const start = newSettingsFile();

    const edited = editSettingsFile(editSettingsFile(start, { admins: ['ann@acme.example'], rereadDays: 5 }), {});

    expect(edited).toBe(start);
  });
});

describe('a file of settings that is not valid', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['a value out of bounds', 'pools: {settleDays: 99}', ['"pools.settleDays"', '"99"', 'from 0 to 31']],
    [
      'a word that is none of some',
      'money: {show: creditz}',
      ['"creditz" is not valid; give credits, money or both; the nearest is credits'],
    ],
    ['a wrong email', 'admins: [bo]', ['"admins"', '[0]', '"bo"', 'give emails']],
    ['an unknown setting', 'colour: red', ['"colour"', 'remove it']],
    ['an unknown setting in a group', 'pools: {colour: red}', ['"pools.colour"', 'remove it']],
    ['a dot in a name', 'pools.settleDays: 3', ['pools.settleDays', 'did you mean "pools.settleDays"?']],
    ['a value for a group', 'pools: 3', ['"pools"', '"3"', 'pools.settleDays']],
    ['a list without names', '- 1', ['NAME: VALUE']],
    ['hours without a time zone', 'controls: {workingHours: {from: "08:00"}}', ['timeZone', 'is missing', 'IANA']],
    ['an unknown time zone', 'controls: {workingHours: {timeZone: Mars/X}}', ['workingHours', 'Europe/Berlin']],
    ['a rule with a wrong time', 'alerts: {quietHours: [{from: "8", until: "09:00"}]}', ['[0].from', '"8"', '08:00']],
  ])('is refused with setting, value and remedy: %s', (_, text, words) => {
    const read = readSettingsFile(text);

    const problems = read.kind === 'refused' ? read.problems : [];
    expect(problems).toHaveLength(1);
    words.forEach((word) => expect(problems[0]).toContain(word));
  });
});

test('a file of settings with a second document is refused, with its line', () => {
  const read = readSettingsFile('admins: [ann@example.com]\n---\nadmins: [bob@example.com]\n');

  expect(read).toEqual({
    kind: 'refused',
    problems: [expect.stringMatching(/^line 2: a second document begins here .*move it to a file of its own$/u)],
  });
});

test('a file of settings of another version of YAML, in which off is false, is refused', () => {
  expect(readSettingsFile('%YAML 1.1\n---\nfourEyes: {ownLimit: off}\n')).toEqual({
    kind: 'refused',
    problems: [expect.stringContaining('the "%YAML" line')],
  });
});
