import { expect, test } from 'vitest';

import { bullets } from '../../../../shared/requests/api/pages/page-frame.ts';

test('a line that a terminal indents is a line of the list, with one mark and harmless', () => {
  const [list] = bullets(['ann gets nothing now:', '  - the team has <b>5</b> left.', 'a - b']);

  const lines = [...(list?.markup ?? '').matchAll(/<li>(.*?)<\/li>/gu)].map(([, line]) => line);
  expect(lines).toEqual(['ann gets nothing now:', 'the team has &#60;b&#62;5&#60;/b&#62; left.', 'a - b']);
});
