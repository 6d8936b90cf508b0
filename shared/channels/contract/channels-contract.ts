import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { Instant } from '../../kernel/contract/document-parts.ts';
import { pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import {
  EditedDocument,
  InvalidRow,
  NameText,
  recordDocumentOf,
  saidShape,
  stampShape,
} from '../../kernel/contract/fields/record-parts.ts';
import { channelRecord } from './channel.ts';

/** What is shown of where a channel is reached: nothing by which anyone could post there. */
const reachShape = {
  /** How alerts name it as a recipient: `slack:finops`. */
  recipient: z.string(),
  /** `no-address`: none was given yet; `unreachable`: it took no message, and others stand in. */
  state: z.enum(['ready', 'no-address', 'unreachable']),
  host: z.string().nullable(),
  /** Shows that the address or the secret changed. */
  fingerprint: z.string().nullable(),
  since: Instant.nullable(),
  problem: z.string().nullable(),
  /** Who sees what, in a sentence. */
  sees: z.string(),
} as const;

const ChannelDocument = recordDocumentOf(channelRecord, { ...stampShape, ...reachShape });

const params = z.strictObject({ channel: NameText });
const editQuery = z.strictObject({ dryRun: z.literal('true').optional() });

const secretText = z.string().min(1).max(2_000);

export const channelsContract = {
  listChannels: {
    purpose: 'Lists the channels that alerts go to; addresses and secrets are never shown',
    query: PageQuery,
    answer: pageOf(ChannelDocument, { invalid: z.array(InvalidRow).readonly() }),
    rowKey: ['channel'],
  },
  showChannel: {
    purpose: 'Shows one channel, with the version that an edit of it names',
    params,
    answer: ChannelDocument,
  },
  setChannel: {
    purpose: 'Adds a channel, or changes it: what is not given stays, null takes a value away',
    params,
    query: editQuery,
    body: z.strictObject({
      ...saidShape(channelRecord, ['name']),
      address: secretText.optional().describe('where messages are posted: an https address, or an event bus'),
      secret: secretText.optional().describe('the key that signs a webhook, or a routing key of PagerDuty'),
    }),
    answer: z.intersection(
      EditedDocument,
      z.object({
        applied: z.boolean(),
        /** Of a webhook that was added without one: made now, and shown this once. */
        madeSecret: z.string().nullable(),
        /** `aws-credentials`: it is sent with those of the machine, which may call PutEvents on the bus. */
        needs: z.enum(['aws-credentials']).nullable(),
        sees: z.string(),
      }),
    ),
  },
  removeChannel: {
    purpose: 'Removes a channel, and its address and secret',
    params,
    query: editQuery,
    answer: z.intersection(EditedDocument, z.object({ applied: z.boolean() })),
  },
  testChannel: {
    purpose: 'Sends a test message to a channel, which says who sees it; alerts go there again when it arrives',
    params,
    answer: z.object({ channel: z.string(), sent: z.boolean(), problem: z.string().nullable(), sees: z.string() }),
  },
} as const satisfies Contract<'channels'>;
