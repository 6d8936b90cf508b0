import { describe, expect, test } from 'vitest';

import { diffControlsWith } from '../../../shared/control-diff/diff-controls.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';
import { Settings } from '../../../shared/settings/contract/settings.ts';

const withPack = diffControlsWith({ packs: ['further-fields'] });
const without = diffControlsWith(Settings.parse({}).controls);

const cases: readonly (readonly [what: string, before: JsonObject, after: JsonObject, expected: object])[] = [
  [
    'a command leaves the list of blocked ones',
    { commandBlocklist: ['rm -rf *', 'ls'] },
    { commandBlocklist: ['ls'] },
    { direction: 'loosened', severity: 'critical', removed: ['rm -rf *'] },
  ],
  [
    'a command is blocked',
    { commandBlocklist: [] },
    { commandBlocklist: ['curl *'] },
    { direction: 'tightened', severity: 'info' },
  ],
  [
    'a blocked command that is allowed is set free',
    { commandBlocklist: ['make deploy'], commandAllowlist: ['make deploy'] },
    { commandBlocklist: [], commandAllowlist: ['make deploy'] },
    { direction: 'loosened', sentence: expect.stringContaining('now run “make deploy” without asking') },
  ],
  [
    'more autonomy',
    { maxAutonomyLevel: 'low' },
    { maxAutonomyLevel: 'auto-high' },
    { direction: 'loosened', severity: 'high' },
  ],
  ['less autonomy', { maxAutonomyLevel: 'High' }, { maxAutonomyLevel: 'low' }, { direction: 'tightened' }],
  [
    'an autonomy that is not known is never called stricter',
    { maxAutonomyLevel: 'high' },
    { maxAutonomyLevel: 'turbo' },
    { direction: 'changed', severity: 'high' },
  ],
  ['no bound of autonomy', { maxAutonomyLevel: 'low' }, {}, { direction: 'loosened' }],
  ['an autonomy of another type', { maxAutonomyLevel: 'low' }, { maxAutonomyLevel: 3 }, { direction: 'changed' }],
  ['a hook', { hooks: {} }, { hooks: { Stop: [{ hooks: [] }] } }, { direction: 'changed', severity: 'high' }],
  [
    'less isolation',
    { sandbox: { mode: 'workspace-write' } },
    { sandbox: { mode: 'danger-full-access' } },
    { direction: 'loosened', severity: 'critical' },
  ],
  [
    'a command outside of the sandbox',
    { sandbox: { excludedCommands: [] } },
    { sandbox: { excludedCommands: ['docker *'] } },
    { direction: 'loosened', severity: 'high' },
  ],
];

describe('a field that the document does not show', () => {
  test.for(cases)(
    'with the pack it is judged by its name, and marked as assumed: %s',
    ([, before, after, expected]) => {
      const [change] = withPack(before, after);

      expect(change).toMatchObject({ ...expected, assumed: true, rule: expect.stringContaining('/assumed-1') });
      expect(change?.sentence).toMatch(/^Assumed: /u);
      expect(change?.notes.join(' ')).toContain('Assumed, not documented: that the field means what its name says');
    },
  );

  test.for(cases)('without the pack, which is the default, it is told neutrally: %s', ([, before, after]) => {
    const own = without(before, after).find(({ kind }) => kind === 'unknown');

    expect(own).toMatchObject({ direction: 'changed', severity: 'medium' });
    expect(own).not.toHaveProperty('assumed');
    expect(own?.sentence).toContain('unclassified');
  });

  test('the pack changes nothing about documented fields, and what it does not name stays unclassified', () => {
    const [before, after] = [
      { sandbox: { enabled: true }, somethingElse: 1 },
      { sandbox: { enabled: false }, somethingElse: 2 },
    ];

    expect(withPack(before, after)).toEqual(without(before, after));
  });

  test('a setting of the organization for one field takes precedence over the pack', () => {
    const overrides = { maxAutonomyLevel: { direction: 'changed', severity: 'low' } } as const;

    const [change] = diffControlsWith({ packs: ['further-fields'], overrides })(
      { maxAutonomyLevel: 'low' },
      { maxAutonomyLevel: 'high' },
    );

    expect(change).toMatchObject({ direction: 'changed', severity: 'low' });
  });
});
