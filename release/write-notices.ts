// Writes THIRD-PARTY-NOTICES: "npm run notices".
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { thirdPartyNotices } from './third-party-notices.ts';

const root = join(import.meta.dirname, '..');
writeFileSync(join(root, 'THIRD-PARTY-NOTICES'), thirdPartyNotices(root));
