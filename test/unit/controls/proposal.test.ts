import { expect, test } from 'vitest';

import { undocumentedFields, verdictOn } from '../../../shared/controls/proposal.ts';
import { nearestWord } from '../../../shared/kernel/texts/nearest-word.ts';

const loosened = { direction: 'loosened', severity: 'high' } as const;
const changed = { direction: 'changed', severity: 'medium' } as const;
const tightened = { direction: 'tightened', severity: 'critical' } as const;
const dormant = { direction: 'loosened', severity: 'critical', quiet: 'dormant' } as const;

test('a proposal is held by what loosens or is ambiguous, from a severity on', () => {
  const held = (['critical', 'high', 'medium', 'never'] as const).map(
    (failOn) => verdictOn([loosened, changed], failOn).held,
  );

  expect(held).toEqual([false, true, true, false]);
});

test('what tightens, and what has no effect, holds nothing', () => {
  expect(verdictOn([tightened, dormant], 'info')).toMatchObject({ worst: null, held: false });
  expect(verdictOn([], 'info').counts).toEqual({ critical: 0, high: 0, medium: 0, low: 0, info: 0 });
});

test('a field that is not documented is named with the nearest one that is', () => {
  const settings = { sandbox: { enabeld: true }, commandAllowList: [], customModels: [{ basUrl: 'x' }], odd: 1 };

  const problems = undocumentedFields(settings, { odd: 0 });

  expect(problems).toEqual([
    { path: 'sandbox.enabeld', problem: 'is no documented setting; did you mean enabled?' },
    { path: 'commandAllowList', problem: 'is no documented setting; did you mean commandAllowlist?' },
    { path: 'customModels[].basUrl', problem: 'is no documented setting; did you mean baseUrl?' },
  ]);
});

test('where no documented name is near, those that are allowed there are named', () => {
  const [problem] = undocumentedFields({ missionPolicy: { colour: 'red' } });

  expect(problem?.problem).toBe('is no documented setting; documented here: restrictedAccess, allowedUserIds');
});

test('keys of free maps are nobody’s mistake', () => {
  expect(undocumentedFields({ enabledPlugins: { anything: true }, userModelPolicies: { x: {} } })).toEqual([]);
});

test('a word is near where at most a third of its letters are otherwise', () => {
  expect(
    ['sanbox', 'SANDBOX', 'sandboxes', 'box', '', 'x'.repeat(10_000)].map((word) =>
      nearestWord(word, ['sandbox', 'mcpPolicy']),
    ),
  ).toEqual(['sandbox', 'sandbox', 'sandbox', undefined, undefined, undefined]);
});
