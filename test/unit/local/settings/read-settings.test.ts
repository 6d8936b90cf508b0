import { writeFileSync } from 'node:fs';

import { beforeEach, describe, expect, test } from 'vitest';

import { readSettings } from '../../../../local/settings/read-settings.ts';
import { useScratchFolder } from '../../../support/scratch-folder.ts';

const { pathOf } = useScratchFolder();
let file = '';

beforeEach(() => {
  file = pathOf('settings.yaml');
});

describe('the settings of a single machine', () => {
  test('are the defaults without a file, with a made-up admin on the demo only', () => {
    expect(readSettings(file, { isDemo: true })).toMatchObject({ admins: ['finops@acme.example'], rereadDays: 3 });
    expect(readSettings(file, { isDemo: false }).admins).toEqual([]);
  });

  test('are what the file says, the admins of the demo too', () => {
    writeFileSync(file, 'admins: [ada@acme.example]\nrereadDays: 5\n');

    expect(readSettings(file, { isDemo: true })).toMatchObject({ admins: ['ada@acme.example'], rereadDays: 5 });
  });

  test('are refused in one message that names everything that is wrong', () => {
    writeFileSync(file, 'admins: [nobody]\nrereadDays: 99\ncolour: red\n');
    const read = (): unknown => readSettings(file, { isDemo: false });

    expect(read).toThrow(/"admins": at \[0\]: "nobody" .*give emails/);
    expect(read).toThrow(/rereadDays/);
    expect(read).toThrow(/colour/);
  });

  test.each(['admins: [', 'a: &a [*a]', '- 1'])('are refused when the file is "%s"', (text) => {
    writeFileSync(file, text);

    expect(() => readSettings(file, { isDemo: false })).toThrow(file);
  });

  test.each([
    ['that is no YAML', 'admins: [x\nmailFrom: hunter2\n', 'line 2: '],
    ['that is nested without end', '['.repeat(50_000), 'YAML'],
    ['that is too long', `# hunter2 ${'x'.repeat(100_000)}`, 'is too long'],
    ['with a key that would reach into the program', '__proto__: {mailFrom: hunter2}', '__proto__'],
  ])('a file %s is refused at once, and nothing of it is repeated', (_, text, words) => {
    writeFileSync(file, text);

    const read = (): unknown => readSettings(file, { isDemo: false });

    expect(read).toThrow(words);
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
  });
});
