import { expect, test } from 'vitest';

import { Settings } from '../../../../../shared/contracts/settings/settings.ts';
import { diffControlsWith } from '../../../../../shared/domain/controls/diff/diff-controls.ts';

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
