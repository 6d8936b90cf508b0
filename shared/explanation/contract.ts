import * as z from 'zod';

import { windowKinds } from '../budgets/window.ts';
import { CapChangeDocument } from '../caps/contract/cap-document.ts';
import {
  BindingDocument,
  CapStatusDocument,
  Credits,
  Day,
  Instant,
  NeededDocument,
} from '../kernel/contract/document-parts.ts';
import { LiveDocument } from '../live/contract.ts';
import { PoolDocument } from '../pools/contract.ts';

const Layer = z.object({
  scope: z.string(),
  window: z.enum(windowKinds),
  from: Day.nullable(),
  through: Day.nullable(),
  /** The first and last day of the budget itself. */
  budgetFrom: Day.nullable(),
  budgetTo: Day.nullable(),
  amount: z.union([Credits, z.literal('unlimited')]),
  used: Credits.nullable(),
  headroom: Credits.nullable(),
  mode: z.enum(['observe', 'alert', 'enforce']),
  owners: z.array(z.string()).readonly(),
  binds: z.boolean(),
  doesNotBindBecause: z.string().nullable(),
  resetsAt: Instant.nullable(),
  topUps: Credits.nullable(),
  /** `reserved`: taken from the pools before the rest is divided, as far as it fits; of `asked`. */
  share: z.object({ credits: Credits, target: Credits, reserved: Credits, asked: Credits }).nullable(),
  /** Of its unbounded people the first, with their number. */
  pool: PoolDocument.extend({ unboundedCount: z.int() }).nullable(),
});

const SentLimit = z.object({ limit: Credits, at: Instant, run: z.string() });

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
  /** Part used in former teams, with each one's last day; no team: outside teams. */
  usedInEarlierTeams: z.array(z.object({ team: z.string().nullable(), through: Day, used: Credits })).readonly(),
  headroom: Credits.nullable(),
  /**
   * The top-up needed for usual use today and through the deciding budget's window, rounded up; null when the remainder
   * suffices or too few days are known.
   */
  needed: NeededDocument.nullable(),
  /** From when they may use nothing more: now, by the next run, or once `heldPlan` is approved; null for neither. */
  stopped: z.enum(['now', 'next-run', 'approval']).nullable(),
  /** The plan that waits for approval and holds back a lower limit. */
  heldPlan: z.string().nullable(),
  exposure: Credits.nullable(),
  binding: BindingDocument.nullable(),
  heldBy: z.object({ kind: z.enum(['floor', 'ceiling']), credits: Credits }).nullable(),
  layers: z.array(Layer).readonly(),
  platformWindow: z.object({ from: Day, through: Day, resetsAt: Instant }),
  resetsAt: Instant.nullable(),
  status: CapStatusDocument,
  inForce: SentLimit.nullable(),
  /** Sent limits without an answer. */
  unsettled: z.array(SentLimit).readonly(),
  failure: z.object({ nights: z.int(), problem: z.string(), limitCredits: Credits.optional() }).nullable(),
  canChange: z.object({ owners: z.array(z.string()).readonly(), admins: z.array(z.string()).readonly() }),
  dataThrough: Day.nullable(),
  /** Found by the last run of `live`; absent when there is none. */
  live: LiveDocument.optional(),
  notKnown: z.array(z.object({ day: Day, why: z.array(z.string()).readonly() })).readonly(),
  changes: z.array(CapChangeDocument).readonly(),
});
export type ExplanationDocument = z.output<typeof ExplanationDocument>;

/** The same as it is answered to whom it may concern. */
export const ExplainedUserDocument = ExplanationDocument.extend({
  /** A limit from here on stands for none. */
  unlimited: Credits,
  /** The caller sees their own teams alone: budgets of the organization are left out. */
  isPartial: z.boolean(),
  /** Alerts that reach no person, in a sentence. */
  unheard: z.string().nullable(),
});
export type ExplainedUserDocument = z.input<typeof ExplainedUserDocument>;
