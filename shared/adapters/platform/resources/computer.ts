import * as z from 'zod';

import { figure } from '../reading/analytics.ts';
import { identifier, maybe, openEnum } from '../reading/fields.ts';

/** The allowed values of `status` are not shown for a step, so it stays a text. */
const provisioningStep = z.object({
  id: maybe(z.string()),
  name: maybe(z.string()),
  status: maybe(z.string()),
  error: maybe(z.string()),
  startedAt: figure,
  completedAt: figure,
  installSessionId: maybe(z.string()),
});

/** Section "Computer". */
export const computer = z.object({
  id: identifier,
  name: identifier,
  providerType: openEnum(['byom', 'e2b']),
  createdAt: z.number(),
  hostId: maybe(z.string()),
  hostname: maybe(z.string()),
  status: maybe(openEnum(['provisioning', 'active', 'error'])),
  provisioningSteps: maybe(z.array(provisioningStep)),
  relayClientUrl: maybe(z.string()),
  relayAgentUrl: maybe(z.string()),
  remoteUser: maybe(z.string()),
  ownerPrincipalKind: maybe(z.string()),
  ownerId: maybe(z.string()),
});

export type ProvisioningStep = Readonly<z.output<typeof provisioningStep>>;
/** A computer. Times are Unix milliseconds; an enum value that the document does not name reads `other`. */
export type Computer = Readonly<z.output<typeof computer>>;
