import { expect, test } from 'vitest';

import { figuresShown } from '../../../../console/app/figures-shown.ts';

const read = { old: undefined, isComputing: false };
const old = (at: string) => ({ ...read, old: { at, newerInSeconds: 9 } });

test('a page tells of the oldest figures it shows, of those that are being computed first, and of current ones nothing', () => {
  const [earlier, later] = [old('2026-11-28T09:00:00.000Z'), old('2026-11-28T10:00:00.000Z')];

  expect(figuresShown([read, later, earlier])).toEqual({
    kind: 'old',
    at: '2026-11-28T09:00:00.000Z',
    newerInSeconds: 9,
  });
  expect(figuresShown([later, { ...read, isComputing: true }])).toEqual({ kind: 'computing' });
  expect(figuresShown([read])).toBeUndefined();
});
