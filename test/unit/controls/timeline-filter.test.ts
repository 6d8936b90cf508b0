import { describe, expect, test } from 'vitest';

import type { ControlChange } from '../../../shared/controls/control-change.ts';
import { timelineChanges } from '../../../shared/controls/timeline-filter.ts';

const sandbox = { path: 'sandbox.enabled', field: 'sandbox.enabled', direction: 'loosened', severity: 'critical' };
const retention = {
  path: 'sessionRetentionDays',
  field: 'sessionRetentionDays',
  direction: 'changed',
  severity: 'low',
};
const step = {
  actor: { name: 'Kofi Haddad', email: 'kofi@acme.example' },
  changes: [sandbox, retention] as unknown as readonly ControlChange[],
  acceptors: ['ada@acme.example'],
};

describe('a timeline', () => {
  test.each([
    [{}, ['sandbox.enabled', 'sessionRetentionDays']],
    [{ direction: 'loosened' }, ['sandbox.enabled']],
    [{ severity: 'low' }, ['sessionRetentionDays']],
    [{ path: 'Retention' }, ['sessionRetentionDays']],
    [{ path: 'sandbox' }, ['sandbox.enabled']],
    [{ actor: 'haddad' }, ['sandbox.enabled', 'sessionRetentionDays']],
    [{ acceptor: 'ADA' }, ['sandbox.enabled', 'sessionRetentionDays']],
  ] as const)('filtered by %j shows these changes', (filter, paths) => {
    expect(timelineChanges(filter, step)?.map(({ path }) => path)).toEqual(paths);
  });

  test.each([{ direction: 'tightened' }, { path: 'mcp' }, { actor: 'eve' }, { acceptor: 'eve' }] as const)(
    'leaves a revision out that does not meet %j',
    (filter) => {
      expect(timelineChanges(filter, step)).toBeUndefined();
    },
  );

  test('without a filter shows a revision that changed nothing as well', () => {
    expect(timelineChanges({}, { ...step, changes: [] })).toEqual([]);
  });
});
