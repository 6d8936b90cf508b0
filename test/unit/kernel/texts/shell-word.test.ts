import { execFileSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { shellWord } from '../../../../shared/kernel/texts/shell-word.ts';

test('a value is one word of a shell as it is printed, quoted only where it must be', () => {
  const values = [
    "o'brien@acme.example",
    'team:Data & AI',
    'a[0].b',
    '$HOME',
    '~',
    '=ls',
    '*',
    '',
    '"',
    '\\',
    'jörg@x.de',
  ];

  const read = execFileSync('bash', ['-O', 'failglob', '-c', `printf '%s\\n' ${values.map(shellWord).join(' ')}`]);

  expect(read.toString().split('\n').slice(0, -1)).toEqual(values);
  expect(['ann+x@acme.example', 'members:web', 'p-2026-11-28.1'].map(shellWord)).toEqual([
    'ann+x@acme.example',
    'members:web',
    'p-2026-11-28.1',
  ]);
});
