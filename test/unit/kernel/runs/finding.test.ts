import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findingOf, findingsToKeep, type Finding } from '../../../../shared/kernel/runs/finding.ts';
import { partOf } from '../../../support/part-of.ts';

const observation = {
  topic: 'session-unusual',
  key: 's-1',
  severity: 'medium',
  headline: 'a session is idle',
} as const;

function aFinding(said: Partial<Finding> = {}): Finding {
  return { ...findingOf(partOf(observation)), ...said };
}

test('an observation is a finding about its key, without an action', () => {
  expect(findingOf(partOf(observation))).toStrictEqual({
    kind: 'session-unusual',
    subject: 's-1',
    severity: 'medium',
    detail: 'a session is idle',
    action: null,
  });
});

test('a finding names its subject and its action where they are known', () => {
  const action = { kind: 'stop', status: 'proposed' } as const;

  expect(findingOf(partOf(observation), { subject: 'build', action })).toMatchObject({ subject: 'build', action });
});

test('a run without findings keeps none, and one that found nothing says so', () => {
  expect(findingsToKeep({})).toStrictEqual({});
  expect(findingsToKeep({ findings: [] })).toStrictEqual({ findings: [] });
});

test('the worst findings come first, those of one severity in their order', () => {
  const findings = (['info', 'high', 'medium', 'high'] as const).map((severity, index) =>
    aFinding({ severity, subject: `s-${index}` }),
  );

  const subjects = findingsToKeep({ findings }).findings?.map(({ subject }) => subject);

  expect(subjects).toEqual(['s-1', 's-3', 's-2', 's-0']);
});

test('two hundred findings are kept, and the others counted', () => {
  const some = (count: number) => Array.from({ length: count }, (_, index) => aFinding({ subject: `s-${index}` }));

  expect(findingsToKeep({ findings: some(200) })).toStrictEqual({ findings: some(200) });
  expect(findingsToKeep({ findings: some(203) })).toStrictEqual({ findings: some(200), findingsMore: 3 });
});

test('long texts are cut to three hundred characters, and short ones stay as they are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 280, max: 320 }), (length) => {
      const text = 'x'.repeat(length);

      const [kept] = findingsToKeep({ findings: [aFinding({ subject: text, detail: text })] }).findings ?? [];

      const cut = length <= 300 ? text : `${'x'.repeat(299)}…`;
      expect([kept?.subject, kept?.detail]).toEqual([cut, cut]);
    }),
  );
});
