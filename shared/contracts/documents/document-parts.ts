import * as z from 'zod';

import { windowKinds } from '../../domain/budgets/window.ts';

// What several documents are made of. Their fields stay; further ones may be added (PRODUCT.md, section 2).

export const Credits = z.int();
export const Day = z.string();
/** ISO instant. */
export const Instant = z.string();

/** The budget that decides. */
export const BindingDocument = z.object({
  /** `org`, `default`, `team:NAME` or `user:EMAIL`. */
  scope: z.string(),
  window: z.enum(windowKinds),
});

/** A guard that stopped a run. */
export const HoldDocument = z.object({
  guard: z.string(),
  detail: z.string(),
  /** The plan that waits, for `approve`. */
  plan: z.string().optional(),
  /** The earlier plan under whose id people were notified of the same matter. */
  notice: z.string().optional(),
  /** When the hold ends by itself. */
  until: z.string().optional(),
});

export const CapStatusDocument = z.enum(['confirmed', 'pending', 'failed', 'unknown', 'exempt']);
