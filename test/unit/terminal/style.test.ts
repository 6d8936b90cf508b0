import { expect, test } from 'vitest';

import { styleFor } from '../../../shared/terminal/style.ts';

const isColored = (isTerminal: boolean | undefined, env: Readonly<Record<string, string>>): boolean =>
  styleFor({ isTerminal }, env).colors.red('text') !== 'text';

test.for<Readonly<Record<string, string>>>([
  {},
  { CI: '1' },
  { FORCE_COLOR: '1' },
  { CI: 'true', FORCE_COLOR: '3', COLORTERM: 'truecolor' },
])('what is no terminal gets plain text: %o', (env) => {
  expect([isColored(false, env), isColored(undefined, env)]).toEqual([false, false]);
  expect(styleFor({ isTerminal: undefined, columns: 80 }, env)).toMatchObject({ hasBorders: false });
});

test.for<[Readonly<Record<string, string>>, boolean]>([
  [{}, true],
  [{ CI: '1' }, true],
  [{ NO_COLOR: '' }, true],
  [{ NO_COLOR: '1' }, false],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  [{ TERM: 'dumb', FORCE_COLOR: '1' }, false],
])('a terminal gets colour unless it is not wanted: %o', ([env, expected]) => {
  expect(isColored(true, env)).toBe(expected);
});
