import { randomBytes } from 'node:crypto';

import { asServed, revisionRules } from '../../../controls/api/stored-controls.ts';
import { hookTokenText } from '../../../hook/hook-token.ts';
import { randomIds } from '../../../kernel/runtime/random-ids.ts';
import { systemClock } from '../../../kernel/runtime/system-clock.ts';
import type { Installation } from '../../../wiring/installation.ts';
import type { LinkSigner } from '../../ports.ts';
import { requestPages, type RequestPages } from './request-pages.ts';

/** The pages of an installation, with the settings as they are when a page is opened. */
export function installationPages(installation: Installation, links: LinkSigner): RequestPages {
  return requestPages({
    ...installation,
    rules: installation.requestRules,
    links,
    clock: systemClock,
    newToken: () => hookTokenText(randomBytes(32).toString('base64url')),
    ids: randomIds,
    settings: () => installation.readSettings(),
    linked: { ...asServed(installation), clock: systemClock, ids: randomIds },
    linkedTerms: () => {
      const { admins, controls, fourEyes } = installation.readSettings();
      const { securityContacts } = controls;
      return { ...revisionRules(installation), admins, securityContacts, identities: fourEyes.identities ?? {} };
    },
  });
}
