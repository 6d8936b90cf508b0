import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { ownChanges } from '../../kernel/access/same-person.ts';
import { invariant } from '../../kernel/invariant.ts';
import { StaleRecordError } from '../../kernel/records/ports.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { findItem, putNextVersion } from '../../kernel/store/one-item.ts';
import { queryPart } from '../../kernel/store/read-pages.ts';
import { checkItem, readItem, storing } from '../../kernel/store/stored-item.ts';
import type { Announcement } from '../announcement.ts';
import type { Baseline } from '../baseline.ts';
import { announcementRecord } from '../contract/announcement.ts';
import { exceptionRecord } from '../contract/control-exception.ts';
import type { ControlException } from '../control-exception.ts';
import type { ControlsDecisionStore, SubjectAcknowledgement } from '../ports.ts';
import { putDocument, readDocument, type ControlsTable } from './controls-table.ts';
import { SettingsValue } from './revision-content.ts';

const baselineKey = { part: 'baseline', id: 'approved' };
const acknowledgedPart = 'acknowledged';

const BaselineItem = storing<Omit<Baseline, 'settings'>>()(
  z.object({
    part: z.string(),
    id: z.string(),
    version: z.int().min(1),
    source: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('revision'), revision: z.int() }),
      z.object({ kind: z.literal('file'), name: z.string() }),
    ]),
    approvedBy: z.string(),
    approvedAt: z.string(),
    document: z.string(),
  }),
);

const granted = {
  id: z.string().min(1),
  createdBy: z.string(),
  createdAt: z.string(),
  endedAt: z.string().optional(),
  version: z.int().min(1),
};

const ExceptionItem = storing<ControlException>()(z.object({ ...exceptionRecord.shape, ...granted }));

const AnnouncementItem = storing<Announcement>()(z.object({ ...announcementRecord.shape, ...granted }));

const AcknowledgedItem = storing<Omit<SubjectAcknowledgement, 'subject'>>()(
  z.object({
    part: z.string(),
    id: z.string().min(1),
    by: z.string(),
    at: z.string(),
    reason: z.string(),
    ownChange: z.enum(ownChanges).optional(),
  }),
);

/** The controls table's part with people's decisions. */
export function dynamoControlsDecisionStore(dynamo: DynamoDBDocumentClient, table: string): ControlsDecisionStore {
  const controls = { dynamo, table };
  const exceptions = grantedPart(controls, 'exception', ExceptionItem);
  const announcements = grantedPart(controls, 'announcement', AnnouncementItem);

  return {
    async readBaseline() {
      const item = await findItem(dynamo, table, baselineKey);
      if (item === undefined) {
        return undefined;
      }
      const { version, source, approvedBy, approvedAt, document } = readItem(BaselineItem, item, {
        table,
        key: 'the baseline',
      });
      const settings = SettingsValue.parse(await readDocument(controls, document));
      return { baseline: { settings, source, approvedBy, approvedAt }, version };
    },
    async approveBaseline(baseline, seenVersion) {
      const { settings, ...facts } = baseline;
      const document = documentName(baseline);
      await putDocument(controls, document, settings);
      const item = { ...baselineKey, version: seenVersion + 1, ...facts, document };
      checkItem(BaselineItem, item, { table, key: 'the baseline' });
      if (!(await putNextVersion(dynamo, { table, key: baselineKey, item }))) {
        throw new StaleRecordError('another baseline was approved meanwhile');
      }
    },
    listExceptions: exceptions.list,
    putException: exceptions.put,
    listAnnouncements: announcements.list,
    putAnnouncement: announcements.put,
    async listAcknowledgements() {
      const items = await queryPart(dynamo, table, acknowledgedPart);
      return items.map((item) => {
        const read = readItem(AcknowledgedItem, item, { table, key: String(item['id']) });
        const { part: _, id: subject, ...said } = read;
        return { subject, ...said };
      });
    },
    async acknowledge({ subject, ...said }) {
      const item = { part: acknowledgedPart, id: subject, ...said };
      const Item = checkItem(AcknowledgedItem, item, { table, key: subject });
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },
  };
}

/** Time-limited permissions are stored alike: in a part of the table, with versions. */
function grantedPart<Granted extends { readonly id: string; readonly version: number }>(
  controls: ControlsTable,
  part: 'exception' | 'announcement',
  schema: z.ZodType<Granted>,
): { readonly list: () => Promise<readonly Granted[]>; readonly put: (granted: Granted) => Promise<void> } {
  const { dynamo, table } = controls;
  return {
    async list() {
      const items = await queryPart(dynamo, table, part);
      return items.map((item) => readItem(schema, item, { table, key: String(item['id']) }));
    },
    async put(granted) {
      invariant(granted.version >= 1, `the versions of an ${part} count from 1`);
      checkItem(schema, { ...granted }, { table, key: granted.id });
      const key = { part, id: granted.id };
      if (!(await putNextVersion(dynamo, { table, key, item: { part, ...granted } }))) {
        throw new StaleRecordError(`the ${part} ${granted.id} was changed meanwhile`);
      }
    },
  };
}

/** Derived from the settings: equal settings are stored once. */
function documentName({ settings }: Baseline): string {
  return `baseline/${sha256(JSON.stringify(settings))}`;
}
