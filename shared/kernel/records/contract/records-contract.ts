import * as z from 'zod';

import { fleetRecord } from '../../../computers/contract/fleet-entry.ts';
import { targetRecord } from '../../../readiness/contract/readiness-target.ts';
import { requestRuleRecord } from '../../../requests/contract/request-rule.ts';
import { sessionPolicyRecord } from '../../../sessions/contract/session-policy.ts';
import type { Contract } from '../../contract/contract.ts';
import { pageOf, PageQuery } from '../../contract/fields/page.ts';
import {
  EditedDocument,
  ImportDocument,
  InvalidRow,
  NameText,
  RecordFile,
  saidShape,
} from '../../contract/fields/record-parts.ts';
import { editWays } from '../record-edit.ts';

const storedKinds = ['computers', 'policies', 'targets', 'rules'] as const;
export type StoredKindName = (typeof storedKinds)[number];

const kind = z.enum(storedKinds);
const params = z.strictObject({ kind });
const StoredDocument = z.record(z.string(), z.unknown()).readonly();

/** Identifies a record: the name of a computer, policy or rule; a target's criterion and repositories. */
const key = {
  name: NameText.optional(),
  criterion: NameText.optional(),
  repository: NameText.optional(),
};

/** `dryRun`: shows the effect and changes nothing. */
const editQuery = z.strictObject({ ...key, dryRun: z.literal('true').optional() });

const effect = z.array(z.string()).readonly();
const PlannedDocument = ImportDocument.extend({
  effect,
  agreed: z.string(),
});

export const recordsContract = {
  listRecords: {
    purpose:
      'Lists the records of a kind: the fleet list, policies of sessions, targets of readiness, rules of requests',
    params,
    query: PageQuery,
    answer: pageOf(StoredDocument, { invalid: z.array(InvalidRow).readonly() }),
    rowKey: ['name', 'criterion', 'repository'],
  },
  showRecord: {
    purpose: 'Shows one record, with the version that an edit of it names',
    params,
    query: z.strictObject(key),
    answer: StoredDocument,
  },
  setRecord: {
    purpose: 'Makes a record, or changes it: fields that are not given stay, null takes a value away',
    params,
    query: editQuery,
    // The kind's codec accepts its own fields only.
    body: z.strictObject({
      ...saidShape(fleetRecord, ['name']),
      ...saidShape(sessionPolicyRecord, ['name']),
      ...saidShape(targetRecord, ['criterion', 'repository']),
      ...saidShape(requestRuleRecord, ['name']),
    }),
    answer: z.intersection(EditedDocument, z.object({ applied: z.boolean(), effect })),
  },
  removeRecord: {
    purpose: 'Removes a record',
    params,
    query: editQuery,
    answer: z.intersection(EditedDocument, z.object({ applied: z.boolean(), effect })),
  },
  planRecords: {
    purpose: 'Shows what an import of a file would make of the records of a kind; changes nothing',
    params,
    body: RecordFile,
    answer: PlannedDocument,
  },
  importStored: {
    purpose: 'Makes the records of a kind what a file says',
    params,
    query: z.strictObject({ agreed: z.hex().length(64).optional() }),
    body: RecordFile,
    answer: ImportDocument,
  },
  listRecordVersions: {
    purpose: 'Lists every version of the records of a kind: who, when, how, and what was in them',
    params,
    query: z.strictObject({ ...PageQuery.shape, ...key }),
    answer: pageOf(
      z.object({
        key: z.string(),
        version: z.int(),
        by: z.string(),
        at: z.string(),
        way: z.enum(editWays),
        terms: StoredDocument.nullable(),
      }),
      {},
    ),
    rowKey: ['key', 'version'],
  },
} as const satisfies Contract<'records'>;
