import * as z from 'zod';

import { ownChanges } from '../../domain/access/same-person.ts';
import { severities } from '../../domain/notifications/severity.ts';
import { Instant } from './document-parts.ts';

const texts = z.array(z.string()).readonly();

/** One difference between two revisions; null stands for what is not set. */
export const ControlChangeDocument = z.object({
  path: z.string(),
  field: z.string(),
  kind: z.enum(['set', 'keyed', 'ordered', 'map', 'cidr', 'scalar', 'secret', 'unknown']),
  direction: z.enum(['loosened', 'tightened', 'changed']),
  severity: z.enum(severities),
  /** By itself, where circumstances raised it. */
  baseSeverity: z.enum(severities).exactOptional(),
  before: z.unknown(),
  after: z.unknown(),
  added: texts,
  removed: texts,
  sentence: z.string(),
  why: z.string(),
  remedy: z.string(),
  controlIds: texts,
  notes: texts,
  rule: z.string(),
  quiet: z.enum(['dormant', 'format-only', 'told']).nullable(),
  /** Its field is in no document: what it means is assumed from its name. */
  assumed: z.literal(true).optional(),
  /** The announcement that it was made under. */
  announced: z.object({ id: z.string(), ticket: z.string(), by: z.string(), until: Instant }).optional(),
});
export type ControlChangeDocument = z.output<typeof ControlChangeDocument>;
const changes = z.array(ControlChangeDocument).readonly();

/** That somebody takes a revision, or an alarm, as it is. */
export const SubjectAcknowledgementDocument = z.object({
  subject: z.string(),
  by: z.string(),
  at: Instant,
  reason: z.string(),
  /** Of a revision: whether whoever acknowledged it made it. */
  ownChange: z.enum(ownChanges).optional(),
});

const RevisionFacts = z.object({
  revision: z.int(),
  series: z.int(),
  previous: z.object({ series: z.int(), revision: z.int() }).nullable(),
  /** Who made it. */
  actor: z.object({
    id: z.string().optional(),
    email: z.string().optional(),
    name: z.string().optional(),
  }),
  updatedAt: Instant,
  /** As of when a run first saw it. */
  seenAt: Instant,
  circumstances: z.object({
    actor: z.enum(['approved', 'not-approved', 'unknown']),
    hours: z.enum(['inside', 'outside', 'unknown']),
  }),
  /** SHA-256 of the revision, as the evidence has it. */
  digest: z.string(),
  problems: texts,
  acknowledged: SubjectAcknowledgementDocument.nullable(),
  /** Who approved it as the baseline that is in force. */
  baseline: z.object({ by: z.string(), at: Instant }).nullable(),
  /** Those in force that its changes fall under. */
  exceptions: z
    .array(
      z.object({
        id: z.string(),
        pattern: z.string(),
        owner: z.string(),
        ticket: z.string(),
        reason: z.string(),
        expires: Instant,
      }),
    )
    .readonly(),
  changes,
});

/** `controls diff A B --json`. */
export const ControlsDiffDocument = changes;
export type ControlsDiffDocument = z.output<typeof ControlsDiffDocument>;

/** `controls list --json`. */
export const RevisionsDocument = z
  .array(
    RevisionFacts.extend({
      /** The gravest of the changes that have an effect. */
      severity: z.enum(severities).nullable(),
    }),
  )
  .readonly();
export type RevisionsDocument = z.output<typeof RevisionsDocument>;

/** A revision of the timeline, with the changes of it that were asked for. */
export const TimelineRowDocument = RevisionsDocument.unwrap().element.extend({
  /** Those that the filter leaves out. */
  otherChanges: z.int(),
});

/** `controls show REV --json`. */
export const RevisionDocument = RevisionFacts.extend({
  /** After the revision, with marks in the place of secrets. */
  settings: z.record(z.string(), z.unknown()),
});
export type RevisionDocument = z.output<typeof RevisionDocument>;

/** `controls verify --json`. */
export const VerificationDocument = z.object({
  whole: z.boolean(),
  links: z.int(),
  /** The newest link of a chain that is whole. */
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  broken: z.object({ seq: z.int(), reason: z.string() }).nullable(),
  sentence: z.string(),
  /** What that leaves open, and what is wrong with the signed heads. */
  remarks: texts,
  /** The furthest link that something kept outside of the tables proves; 0 for none. */
  provedThrough: z.int(),
  /** The signed head that covers most. */
  anchored: z.object({ seq: z.int(), at: Instant, key: z.string() }).nullable(),
  anchors: z.object({
    valid: z.int(),
    invalid: z
      .array(
        z.object({
          problem: z.enum(['unreadable', 'other-organization', 'other-key', 'wrong-signature']),
          count: z.int(),
          first: z.string(),
          key: z.string().optional(),
        }),
      )
      .readonly(),
    missing: z.array(z.object({ seq: z.int(), hash: z.string() })).readonly(),
    /** Why they could not be read. */
    problem: z.string().nullable(),
  }),
  /** The key that they were checked with. */
  publicKey: z.object({ fingerprint: z.string(), pem: z.string() }).nullable(),
  revisionsChecked: z.int(),
  revisionsWrong: z.int(),
  firstWrong: z
    .array(z.object({ seq: z.int(), revision: z.int(), problem: z.enum(['changed', 'missing']) }))
    .readonly(),
});
export type VerificationDocument = z.output<typeof VerificationDocument>;
