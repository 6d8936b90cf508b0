import { expect, test } from 'vitest';

import { rolesDocument } from '../../../support/roles-document.ts';

test('docs/roles.md is what the roles and rights of the code come to', async () => {
  await expect(rolesDocument()).toMatchFileSnapshot('../../../../docs/roles.md');
});
