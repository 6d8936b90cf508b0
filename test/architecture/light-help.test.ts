import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Tells at its end which files of zod were loaded. */
const witness = `
  const { registerHooks } = await import('node:module');
  const loaded = [];
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
  process.on('exit', () => process.stderr.write(JSON.stringify(loaded)));
`;

test.each([
  [['--help'], false],
  [['caps', '--help'], false],
  [['doctor', '--help'], false],
  [['settings', '--help'], false],
  // What shows that the witness sees it.
  [['budgets', 'set', '--help'], true],
])('the help of %j loads no schemas that it does not show (%s)', (args, loadsZod) => {
  const hooks = `data:text/javascript,${encodeURIComponent(witness)}`;
  const command = ['--import', hooks, join(root, 'cli', 'main.ts'), ...args];
  const stderr = execFileSync('sh', ['-c', '"$0" "$@" 2>&1 >/dev/null', process.execPath, ...command], {
    encoding: 'utf8',
  });

  expect(/node_modules\/zod\//.test(stderr)).toBe(loadsZod);
});
