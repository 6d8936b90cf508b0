import * as z from 'zod';

import { windowKinds } from '../../../domain/budgets/window.ts';
import { BindingDocument, CapStatusDocument, Credits, Day, Instant } from '../document-parts.ts';
import { CapChangeDocument } from './cap-document.ts';
import { LiveDocument } from './live-document.ts';
import { PoolDocument } from './pool-document.ts';

const Layer = z.object({
  scope: z.string(),
  window: z.enum(windowKinds),
  from: Day.nullable(),
  through: Day.nullable(),
  amount: z.union([Credits, z.literal('unlimited')]),
  used: Credits.nullable(),
  headroom: Credits.nullable(),
  mode: z.enum(['observe', 'alert', 'enforce']),
  owners: z.array(z.string()).readonly(),
  binds: z.boolean(),
  doesNotBindBecause: z.string().nullable(),
  resetsAt: Instant.nullable(),
  topUps: Credits.nullable(),
  /** `reserved`: what of the pools is theirs before the rest is divided, as far as it fits in. */
  share: z.object({ credits: Credits, target: Credits, reserved: Credits }).nullable(),
  pool: PoolDocument.nullable(),
});

const SentLimit = z.object({ limit: Credits, at: Instant, run: z.string() });

/** `explain EMAIL --json`. */
export const ExplanationDocument = z.object({
  email: z.string().nullable(),
  userId: z.string(),
  name: z.string().nullable(),
  joinedAt: Instant.nullable(),
  leftOn: Day.nullable(),
  verdict: z.enum(['limited', 'unlimited', 'stays', 'uncappable', 'left']),
  reason: z.string().nullable(),
  limit: Credits.nullable(),
  used: Credits,
  /** What of it was used in teams that they have left, and the last day in each; no team: in none. */
  usedInEarlierTeams: z.array(z.object({ team: z.string().nullable(), through: Day, used: Credits })).readonly(),
  headroom: Credits.nullable(),
  /**
   * What a top-up must give to work as usual today, and through the last day of the deciding budget's window, rounded up;
   * null where what is left is enough, and where too few days are known to tell.
   */
  needed: z.object({ today: Credits, window: Credits, through: Day }).nullable(),
  exposure: Credits.nullable(),
  binding: BindingDocument.nullable(),
  /** The floor or ceiling of all limits, where it decides. */
  heldBy: z.object({ kind: z.enum(['floor', 'ceiling']), credits: Credits }).nullable(),
  layers: z.array(Layer).readonly(),
  platformWindow: z.object({ from: Day, through: Day, resetsAt: Instant }),
  resetsAt: Instant.nullable(),
  status: CapStatusDocument,
  inForce: SentLimit.nullable(),
  /** Limits that were sent and not answered. */
  unsettled: z.array(SentLimit).readonly(),
  failure: z.object({ nights: z.int(), problem: z.string() }).nullable(),
  canChange: z.object({ owners: z.array(z.string()).readonly(), admins: z.array(z.string()).readonly() }),
  dataThrough: Day.nullable(),
  /** What the last run between the nights found of their pools; absent where none did. */
  live: LiveDocument.optional(),
  notKnown: z.array(z.object({ day: Day, why: z.array(z.string()).readonly() })).readonly(),
  changes: z.array(CapChangeDocument).readonly(),
});
export type ExplanationDocument = z.output<typeof ExplanationDocument>;
