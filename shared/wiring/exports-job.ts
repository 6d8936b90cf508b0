import { outlookDocument } from '../budgets/api.ts';
import { readBudgetOutlooks } from '../budgets/use-cases.ts';
import { listCaps } from '../caps/use-cases.ts';
import { listedColumns } from '../exports/contract.ts';
import { withMoneyCells, withMoneyColumns, type ExportedRow } from '../exports/exported-rows.ts';
import { job as exportsJob } from '../exports/job.ts';
import type { ExportFiles, FigureSource } from '../exports/ports.ts';
import { writeMonthly } from '../exports/use-cases/write-monthly.ts';
import { invariant } from '../kernel/invariant.ts';
import { scheduledHandler } from '../kernel/runtime/scheduled-handler.ts';
import { dayOf, daysOf, type DayRange } from '../kernel/time/day.ts';
import { readAlerts } from '../notifications/use-cases/alert-document.ts';
import { type On, portsOf, type SettingsOf } from './wired-job.ts';

interface OnFiles {
  readonly files: ExportFiles;
  /** Who pays the platform. */
  readonly account: string;
}

type Stores = ReturnType<typeof portsOf<(typeof exportsJob)['ports']>>;
type MonthlySettings = SettingsOf<typeof exportsJob>;

export const monthlyExports = {
  job: exportsJob,
  ports: ({ files, account, ...on }: On<typeof exportsJob, OnFiles>) => ({
    ...portsOf(exportsJob, on),
    files,
    account,
  }),
  run: async (
    { account, ...ports }: Stores & OnFiles,
    settings: MonthlySettings,
    order: Parameters<typeof writeMonthly>[2],
  ) => writeMonthly({ ...ports, figures: figuresOf(ports, settings) }, { settings, account }, order),
  handler: scheduledHandler,
};

/** The lists as the admin API documents them. */
function figuresOf(stores: Stores, settings: MonthlySettings): FigureSource {
  const pagesOf = {
    async *budgets(_range: DayRange, atMs: number) {
      const { outlooks, today } = await readBudgetOutlooks(stores, { atMs, settings, isInDepth: false });
      yield outlooks.map((outlook) => outlookDocument(outlook, today));
    },
    async *limits(_range: DayRange, atMs: number) {
      const caps = await listCaps(stores, { atMs, settings });
      invariant(caps.kind === 'listed', 'every cap is asked for');
      yield caps.document;
    },
    async *alerts(_range: DayRange, atMs: number) {
      yield await readAlerts(stores.alerts, dayOf(atMs));
    },
    async *journal(range: DayRange) {
      for (const day of daysOf(range)) {
        yield await stores.journal.list({ from: day, through: day }, Infinity);
      }
    },
  } satisfies Readonly<Record<string, (range: DayRange, atMs: number) => AsyncIterable<readonly object[]>>>;
  return {
    list: async (what, range, atMs) => {
      async function* pages() {
        for await (const rows of pagesOf[what](range, atMs)) {
          yield (rows as readonly ExportedRow[]).map((row) => withMoneyCells(what, row));
        }
      }
      return Promise.resolve({ columns: withMoneyColumns(what, listedColumns(what)), pages: pages() });
    },
  };
}
