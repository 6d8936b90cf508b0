import { expect, test } from 'vitest';

import { diffControlsWith } from '../../../shared/control-diff/diff-controls.ts';
import { Settings } from '../../../shared/settings/contract/settings.ts';

const [before, after] = [{ ideAutoConnect: false }, { ideAutoConnect: true }];

test('what an admin says that a field means is how it is judged', () => {
  const { controls } = Settings.parse({
    controls: { overrides: { ideAutoConnect: { direction: 'loosened', severity: 'high' } } },
  });

  expect(diffControlsWith()(before, after)).toMatchObject([{ direction: 'changed', severity: 'low' }]);
  expect(diffControlsWith(controls)(before, after)).toMatchObject([{ direction: 'loosened', severity: 'high' }]);
});

test('a meaning that there is not is refused', () => {
  const wrong = Settings.safeParse({ controls: { overrides: { ideAutoConnect: { severity: 'terrible' } } } });

  expect(wrong.error?.issues[0]?.path).toEqual(['controls', 'overrides', 'ideAutoConnect', 'severity']);
});
