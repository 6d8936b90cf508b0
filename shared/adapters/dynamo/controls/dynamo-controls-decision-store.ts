import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { ControlsDecisionStore } from '../../../application/controls/ports.ts';
import { sha256 } from '../../../domain/sha256.ts';
import type { Baseline } from '../../../domain/controls/baseline/baseline.ts';
import { announcementRecord } from '../../../contracts/records/announcement.ts';
import { exceptionRecord } from '../../../contracts/records/control-exception.ts';
import { invariant } from '../../../domain/invariant.ts';
import { putDocument, readDocument, type ControlsTable } from './controls-document.ts';
import { findEntry, listEntries, putNextVersion } from './controls-entries.ts';
import { SettingsValue } from '../items/revision-content.ts';
import { checkItem, readItem } from '../items/stored-item.ts';

const baselineKey = { part: 'baseline', id: 'approved' };
const exceptionPart = 'exception';
const announcementPart = 'announcement';
const acknowledgedPart = 'acknowledged';

const BaselineItem = z.object({
  part: z.string(),
  id: z.string(),
  version: z.int().min(1),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('revision'), revision: z.int() }),
    z.object({ kind: z.literal('file'), name: z.string() }),
  ]),
  approvedBy: z.string(),
  approvedAt: z.string(),
  /** The name of the document that holds the settings. */
  document: z.string(),
});

const granted = {
  part: z.string(),
  id: z.string().min(1),
  createdBy: z.string(),
  createdAt: z.string(),
  endedAt: z.string().exactOptional(),
  version: z.int().min(1),
};

const ExceptionItem = z.object({ ...exceptionRecord.shape, ...granted });

const AnnouncementItem = z.object({ ...announcementRecord.shape, ...granted });

const AcknowledgedItem = z.object({
  part: z.string(),
  id: z.string().min(1),
  by: z.string(),
  at: z.string(),
  reason: z.string(),
});

/** The part of the controls table that people decide about. */
export function dynamoControlsDecisionStore(dynamo: DynamoDBDocumentClient, table: string): ControlsDecisionStore {
  const controls = { dynamo, table };

  return {
    async readBaseline() {
      const item = await findEntry(controls, baselineKey);
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
      await putNextVersion(controls, item, 'another baseline was approved meanwhile');
    },
    ...grantedParts(controls),
    async listAcknowledgements() {
      const items = await listEntries(controls, acknowledgedPart);
      return items.map((item) => {
        const { id: subject, by, at, reason } = readItem(AcknowledgedItem, item, { table, key: String(item['id']) });
        return { subject, by, at, reason };
      });
    },
    async acknowledge({ subject, by, at, reason }) {
      const item = { part: acknowledgedPart, id: subject, by, at, reason };
      const Item = checkItem(AcknowledgedItem, item, { table, key: subject });
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },
  };
}

/** What people allow for a time: exceptions, and changes that are announced. */
function grantedParts(
  controls: ControlsTable,
): Pick<ControlsDecisionStore, 'listExceptions' | 'putException' | 'listAnnouncements' | 'putAnnouncement'> {
  const { table } = controls;
  return {
    async listExceptions() {
      const items = await listEntries(controls, exceptionPart);
      return items.map((item) => {
        const { part: _part, ...exception } = readItem(ExceptionItem, item, { table, key: String(item['id']) });
        return exception;
      });
    },
    async putException(exception) {
      invariant(exception.version >= 1, 'the versions of an exception count from 1');
      const item = { part: exceptionPart, ...exception };
      checkItem(ExceptionItem, item, { table, key: exception.id });
      await putNextVersion(controls, item, `the exception ${exception.id} was changed meanwhile`);
    },
    async listAnnouncements() {
      const items = await listEntries(controls, announcementPart);
      return items.map((item) => {
        const { part: _part, ...announcement } = readItem(AnnouncementItem, item, { table, key: String(item['id']) });
        return announcement;
      });
    },
    async putAnnouncement(announcement) {
      invariant(announcement.version >= 1, 'the versions of an announcement count from 1');
      const item = { part: announcementPart, ...announcement };
      checkItem(AnnouncementItem, item, { table, key: announcement.id });
      await putNextVersion(controls, item, `the announcement ${announcement.id} was changed meanwhile`);
    },
  };
}

/** Derived from the settings: equal settings are stored once, and no others under their name. */
function documentName({ settings }: Baseline): string {
  return `baseline/${sha256(JSON.stringify(settings))}`;
}
