import * as z from 'zod';

import { windowKinds } from '../../budgets/window.ts';

// Shared parts of documents. Their fields are stable; further ones may be added (PRODUCT.md, section 2).

export const Credits = z.int();
export const Day = z.string();
/** ISO instant. */
export const Instant = z.string();

export const BindingDocument = z.object({
  /** A scope of budgets, such as `team:NAME`. */
  scope: z.string(),
  window: z.enum(windowKinds),
});

/** What past use cost, each day at its price: an exact decimal in major units for each currency; null without a price. */
export const CostDocument = z
  .array(z.object({ amount: z.string(), currency: z.string() }))
  .readonly()
  .nullable();

/** `poolOver`: what a shared budget is over by, which is no part of it and has to be covered first; 0 for none. */
export const NeededDocument = z.object({ today: Credits, window: Credits, through: Day, poolOver: Credits });

export const HoldDocument = z.object({
  guard: z.string(),
  detail: z.string(),
  /** The held plan, for `approve`. */
  plan: z.string().optional(),
  /** The earlier plan whose id people were notified under. */
  notice: z.string().optional(),
  until: z.string().optional(),
});

export const CapStatusDocument = z.enum(['confirmed', 'pending', 'failed', 'unknown', 'exempt']);
