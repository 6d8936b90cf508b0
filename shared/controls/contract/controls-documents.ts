import * as z from 'zod';

import { ownChanges } from '../../kernel/access/same-person.ts';
import { Instant } from '../../kernel/contract/document-parts.ts';
import { severities } from '../../notifications/severity.ts';

const texts = z.array(z.string()).readonly();

/** A difference between two revisions; null means not set. */
export const ControlChangeDocument = z.object({
  path: z.string(),
  field: z.string(),
  kind: z.enum(['set', 'keyed', 'ordered', 'map', 'cidr', 'scalar', 'secret', 'unknown']),
  direction: z.enum(['loosened', 'tightened', 'changed']),
  severity: z.enum(severities),
  /** Before circumstances raised it. */
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
  /** Undocumented field: its meaning is assumed from its name. */
  assumed: z.literal(true).optional(),
  announced: z.object({ id: z.string(), ticket: z.string(), by: z.string(), until: Instant }).optional(),
});
export type ControlChangeDocument = z.output<typeof ControlChangeDocument>;
const changes = z.array(ControlChangeDocument).readonly();

export const SubjectAcknowledgementDocument = z.object({
  subject: z.string(),
  by: z.string(),
  at: Instant,
  reason: z.string(),
  /** For a revision: whether its author acknowledged it. */
  ownChange: z.enum(ownChanges).optional(),
});

const RevisionFacts = z.object({
  revision: z.int(),
  series: z.int(),
  previous: z.object({ series: z.int(), revision: z.int() }).nullable(),
  actor: z.object({
    id: z.string().optional(),
    email: z.string().optional(),
    name: z.string().optional(),
  }),
  updatedAt: Instant,
  seenAt: Instant,
  circumstances: z.object({
    actor: z.enum(['approved', 'not-approved', 'unknown']),
    hours: z.enum(['inside', 'outside', 'unknown']),
  }),
  /** SHA-256 of the revision, as in the evidence. */
  digest: z.string(),
  problems: texts,
  acknowledged: SubjectAcknowledgementDocument.nullable(),
  baseline: z.object({ by: z.string(), at: Instant }).nullable(),
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

/** Where an approved baseline is from. */
export const BaselineSourceDocument = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('revision'), revision: z.int() }),
  z.object({ kind: z.literal('file'), name: z.string() }),
]);

/** A path at which the settings differ from the approved baseline, with the exception in force that it falls under. */
export const DeviationDocument = z.object({
  path: z.string(),
  standing: z.enum(['new', 'standing', 'fixed']),
  since: Instant,
  hasMoved: z.boolean(),
  changes,
  exception: z.object({ id: z.string(), ticket: z.string(), expires: Instant }).loose().nullable(),
});

export const ControlsDiffDocument = changes;
export type ControlsDiffDocument = z.output<typeof ControlsDiffDocument>;

export const RevisionsDocument = z
  .array(
    RevisionFacts.extend({
      severity: z.enum(severities).nullable(),
    }),
  )
  .readonly();
export type RevisionsDocument = z.output<typeof RevisionsDocument>;

export const TimelineRowDocument = RevisionsDocument.unwrap().element.extend({
  otherChanges: z.int(),
});

export const RevisionDocument = RevisionFacts.extend({
  /** After the revision; secrets are replaced by marks. */
  settings: z.record(z.string(), z.unknown()),
});
export type RevisionDocument = z.output<typeof RevisionDocument>;

export const VerificationDocument = z.object({
  whole: z.boolean(),
  links: z.int(),
  /** The newest link of an intact chain. */
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  broken: z.object({ seq: z.int(), reason: z.string() }).nullable(),
  sentence: z.string(),
  remarks: texts,
  /** The last link proved by something kept outside the tables; 0 for none. */
  provedThrough: z.int(),
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
    problem: z.string().nullable(),
  }),
  publicKey: z.object({ fingerprint: z.string(), pem: z.string() }).nullable(),
  revisionsChecked: z.int(),
  revisionsWrong: z.int(),
  firstWrong: z
    .array(z.object({ seq: z.int(), revision: z.int(), problem: z.enum(['changed', 'missing']) }))
    .readonly(),
});
export type VerificationDocument = z.output<typeof VerificationDocument>;
