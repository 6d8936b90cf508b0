import * as z from 'zod';

import { budgetsContract } from '../budgets/contract/budgets-contract.ts';
import { capsContract } from '../caps/contract/caps-contract.ts';
import type { Contract } from '../kernel/contract/contract.ts';
import { Day } from '../kernel/contract/document-parts.ts';
import { DayText } from '../kernel/contract/fields/page.ts';
import { runsContract } from '../kernel/runs/contract/runs-contract.ts';
import { alertsContract } from '../notifications/contract.ts';
import type { ExportKind } from './export-kinds.ts';

const UsageRowDocument = z.object({
  day: Day,
  status: z.enum(['complete', 'suspect']),
  /** Null: billed beyond the rows of all people. */
  userId: z.string().nullable(),
  email: z.string().nullable(),
  /** The team of that day. */
  team: z.string().nullable(),
  /** Null: not known of the person. */
  model: z.string().nullable(),
  /** Negative where a correction takes some back. */
  credits: z.int(),
  /** Of a correction: the day on which the platform's restatement was read; null of figures as first reported. */
  correctedOn: Day.nullable(),
  /** At the price of the day: exact, in major units; null without a price. */
  money: z.string().nullable(),
  currency: z.string().nullable(),
});

export const exportsContract = {
  exportUsage: {
    purpose: 'Gives what each person used on each day, with team and money of that day; some thousand rows a call',
    query: z.strictObject({ from: DayText, to: DayText, cursor: z.string().max(100).optional() }),
    answer: z.object({
      rows: z.array(UsageRowDocument).readonly(),
      /** The `cursor` of the next call; null when there are no more rows. */
      next: z.string().nullable(),
      /** Of the whole range, in the first answer: days without trusted figures. */
      incomplete: z.array(Day).readonly(),
      /** As the settings have them, with their first days. */
      prices: z.array(z.string()).readonly(),
      /** Who pays the platform: the deployment's organization. */
      account: z.string(),
      /** The day of the month on which the platform counts anew. */
      anchorDay: z.int(),
    }),
  },
} as const satisfies Contract<'exports'>;

const lists: Readonly<Record<Exclude<ExportKind, 'usage'>, { readonly shape: unknown }>> = {
  budgets: budgetsContract.listBudgets.answer,
  limits: capsContract.listCaps.answer,
  alerts: alertsContract.listAlerts.answer,
  journal: runsContract.listJournal.answer,
};

/** The fields of a list's rows: a first page need not have all. */
export function listedColumns(what: Exclude<ExportKind, 'usage'>): readonly string[] {
  const { rows } = lists[what].shape as { readonly rows: z.ZodReadonly<z.ZodArray<z.ZodObject>> };
  return Object.keys(rows.unwrap().element.shape);
}
