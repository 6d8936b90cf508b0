import { expect, test } from 'vitest';

import { controlsHistory } from '../../../../emulator/state/controls/controls-history.ts';
import { aWorld, memorySlices } from '../../../support/emulator-world.ts';

const posted = {
  settings: { enableAgentShield: false, somethingNew: { nested: [1] } },
  user: { id: 'u', email: 'u@x.example', name: 'U' },
  updatedAt: '2026-03-01T10:00:00Z',
};

test('a posted revision takes the next number and stops the generated story', () => {
  const world = aWorld({ now: '2026-03-01T00:00:00Z' });
  const history = controlsHistory(world);
  const before = history.revisions().length;

  const revision = history.append(posted);
  world.clock.moveTo(Date.parse('2026-06-01T00:00:00Z'));

  expect(revision).toEqual({ revision: before + 1, ...posted });
  expect(history.revisions()).toHaveLength(before + 1);
  expect(history.revisions().at(-1)).toEqual(revision);
});

test('posted revisions outlive a restart', () => {
  const saved = memorySlices();
  const first = controlsHistory(aWorld({ now: '2026-03-01T00:00:00Z', saved }));
  first.append(posted);

  const second = controlsHistory(aWorld({ now: '2026-04-01T00:00:00Z', saved }));

  expect(second.revisions()).toEqual(first.revisions());
});

test('an empty world has revision 1 and nothing else', () => {
  const history = controlsHistory(aWorld({ now: '2026-06-01T00:00:00Z', empty: true }));

  expect(history.revisions().map(({ revision }) => revision)).toEqual([1]);
});
