import { expect, test } from 'vitest';

import { bullets } from '../../../../shared/requests/api/pages/page-frame.ts';

test('each line is one of the list, and harmless', () => {
  const [list] = bullets(['ann gets nothing now:', 'the team has <b>5</b> left.', 'a - b']);

  const lines = [...(list?.markup ?? '').matchAll(/<li>(.*?)<\/li>/gu)].map(([, line]) => line);
  expect(lines).toEqual(['ann gets nothing now:', 'the team has &#60;b&#62;5&#60;/b&#62; left.', 'a - b']);
});
