import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { AsOfQuery, pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import {
  AgreedQuery,
  grantedShape,
  NameText,
  recordDocumentOf,
  saidOf,
  versionsContract,
} from '../../kernel/contract/fields/record-parts.ts';
import { GrantSet, TopUpWaysDocument } from '../../kernel/records/contract/edits-contract.ts';
import { exemptionRecord, topUpRecord } from './grant.ts';
import { TopUpGetsDocument } from './top-up-document.ts';

const TopUpDocument = recordDocumentOf(topUpRecord, { ...grantedShape, email: z.string().nullable() });
const ExemptionDocument = recordDocumentOf(exemptionRecord, grantedShape);

const listQuery = {
  ...PageQuery.shape,
  /** Includes ended ones. */
  all: z.literal('true').optional(),
};

/** `raises` may be true: the binding pools. Default days as usual. */
const ordered = saidOf(topUpRecord);
const warnings = z.array(z.string()).readonly();

/** Rows of the table that cannot be read. */
const unread = { invalid: z.array(z.object({ id: z.string(), problem: z.string() })).readonly() };

const versions = { names: { id: z.string() }, further: { endedAt: z.string().nullable() } };

export const grantsContract = {
  listTopUps: {
    purpose: 'Lists top-ups in force or to come',
    query: z.strictObject({ ...listQuery, who: NameText.optional() }),
    answer: pageOf(TopUpDocument, unread),
    rowKey: ['id'],
  },
  previewTopUp: {
    purpose: 'Shows what a top-up would give, and the ways in which its pools would give more; changes nothing',
    query: AsOfQuery,
    body: ordered,
    answer: TopUpWaysDocument.extend({
      topUp: recordDocumentOf(topUpRecord),
      warnings,
    }),
  },
  addTopUp: {
    purpose: 'Adds credits for a user or a team; repeated under its idempotency key it is the same top-up',
    query: AgreedQuery,
    body: ordered,
    answer: z.object({ topUp: TopUpDocument, gets: TopUpGetsDocument, warnings }),
  },
  endTopUp: {
    purpose: 'Ends a top-up before its last day',
    params: z.strictObject({ id: NameText }),
    query: AgreedQuery,
    answer: TopUpDocument,
  },
  addGrants: {
    purpose:
      'Gives many people credits or exemptions as one set, exactly as it was agreed to: nothing unless all are valid, and what could not be saved is named',
    query: AgreedQuery,
    body: GrantSet,
    answer: z.object({
      added: z.int(),
      failed: z.array(z.object({ whose: z.string(), problem: z.string() })).readonly(),
    }),
  },
  listExemptions: {
    purpose: 'Lists who is exempt, and until when',
    query: z.strictObject(listQuery),
    answer: pageOf(ExemptionDocument, unread),
    rowKey: ['id'],
  },
  addExemption: {
    purpose:
      'Keeps a user’s limit unchanged through a day; repeated under its idempotency key it is the same exemption',
    query: AgreedQuery,
    body: saidOf(exemptionRecord),
    answer: z.object({ exemption: ExemptionDocument, warnings }),
  },
  endExemptions: {
    purpose: 'Ends every exemption of a user',
    params: z.strictObject({ email: NameText }),
    query: AgreedQuery,
    answer: z.object({ ended: z.array(ExemptionDocument).readonly() }),
  },
  listTopUpVersions: versionsContract(topUpRecord, { ...versions, query: { who: NameText.optional() } }),
  listExemptionVersions: versionsContract(exemptionRecord, { ...versions, query: { email: NameText.optional() } }),
} as const satisfies Contract<'grants'>;
