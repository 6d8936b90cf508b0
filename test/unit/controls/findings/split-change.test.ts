import { expect, test } from 'vitest';

import { diffControls } from '../../../../shared/control-diff/diff-controls.ts';
import { findCompounds } from '../../../../shared/controls/findings/find-compounds.ts';
import type { Step } from '../../../../shared/controls/findings/finding.ts';
import { findSplit } from '../../../../shared/controls/findings/split-change.ts';
import type { JsonObject } from '../../../../shared/controls/json.ts';
import { ann, aStep, bob } from './steps.ts';

const model = (own: JsonObject) => ({ customModels: [{ id: 'gw', model: 'opus-5', ...own }] });
const ours = model({ baseUrl: 'https://llm.corp.example/v1' });
const theirs = model({ baseUrl: 'https://evil.example/v1' });

/** Steps five minutes after each other, or at the minutes given, by Ann and Bob in turn. */
function stepsOf(history: readonly JsonObject[], minutes: readonly number[] = []): readonly Step[] {
  return history.map((settings, at) =>
    aStep(at + 1, at === 0 ? [] : diffControls(history[at - 1] ?? {}, settings), {
      settings,
      minute: minutes[at] ?? at * 5,
      actor: at % 2 === 0 ? bob : ann,
    }),
  );
}

const isLast =
  (steps: readonly Step[]) =>
  (revision: number): boolean =>
    revision === steps.length;

test.each([
  ['an address is taken away, and set elsewhere with the next poll', [ours, model({}), theirs]],
  ['a model is removed, and is back at another address with the next poll', [ours, { customModels: [] }, theirs]],
])('%s: told as a redirect', (_what, history) => {
  const steps = stepsOf(history);

  const [found] = findSplit(steps, { isNew: isLast(steps), diff: diffControls });

  expect(found).toMatchObject({ kind: 'split-change', severity: 'critical', revisions: [2, 3] });
  expect(found?.sentence).toMatch(/^Taken together: .*a foreign domain/u);
});

test('what one step says itself is not said again of several', () => {
  const steps = stepsOf([ours, theirs, { ...theirs, enableAgentShield: true }]);

  expect(findSplit(steps, { isNew: isLast(steps), diff: diffControls })).toEqual([]);
});

test('steps that are days apart are not taken together', () => {
  const steps = stepsOf([ours, model({}), theirs], [0, 5, 5_000]);

  expect(findSplit(steps, { isNew: isLast(steps), diff: diffControls })).toEqual([]);
});

test("an edit that takes back another person's within minutes is told to have overwritten it", () => {
  const steps = stepsOf([{}, { sessionRetentionDays: 90 }, {}], [0, 842, 850]);

  expect(findCompounds(steps).filter(({ kind }) => kind === 'overwritten')).toMatchObject([
    {
      severity: 'low',
      revisions: [2, 3],
      sentence: expect.stringMatching(/^Bob overwrote Ann's change of 14:02 UTC/u) as string,
    },
  ]);
});

test('an edit that takes back what was made hours before, or by the same person, overwrote nothing', () => {
  const history: readonly JsonObject[] = [{}, { sessionRetentionDays: 90 }, {}];
  const late = stepsOf(history, [0, 842, 1_000]);
  const own = stepsOf(history, [0, 842, 850]).map((step) => ({ ...step, revision: { ...step.revision, actor: ann } }));

  expect([late, own].flatMap(findCompounds).filter(({ kind }) => kind === 'overwritten')).toEqual([]);
});
