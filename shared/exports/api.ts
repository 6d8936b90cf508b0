import type { Operations } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { quotedValue } from '../kernel/records/contract/fields/quoted-value.ts';
import { dayOf, type DayRange, isDay } from '../kernel/time/day.ts';
import { exportsContract } from './contract.ts';
import { exportRange } from './export-range.ts';
import { withMoney } from './exported-rows.ts';
import { openUsage, type UsageReader } from './use-cases/open-usage.ts';

/** A function of AWS answers no more than 6 MB. */
const rowsMax = 10_000;

const operations: Operations<typeof exportsContract> = {
  async exportUsage({ installation, nowMs }, { from, to, cursor }) {
    const { money, platformWindowAnchorDay: anchorDay } = installation.readSettings();
    const wanted = exportRange({ from, to }, dayOf(nowMs));
    if ('problem' in wanted) {
      throw new Problem('invalid-input', wanted.problem);
    }
    const at = cursor === undefined ? undefined : placeIn(cursor);
    const reader = await readerOf(installation, { range: wanted.range, nowMs, isFirst: at === undefined });
    const { rows, next } = await reader.page(at, rowsMax);
    const { prices } = money;
    return {
      document: {
        rows: withMoney(rows, prices),
        next: next === undefined ? null : `${next.day}/${next.rows}`,
        incomplete: at === undefined ? reader.incomplete : [],
        prices,
        account: installation.organization ?? 'organization',
        anchorDay,
      },
    };
  },
};

/** Figures for other tools. */
export const exports = { contract: exportsContract, operations };

/** The pages of an export follow each other: roster, teams and days are read once for them. */
const openReaders = new WeakMap<
  object,
  { readonly of: string; readonly usedMs: number; readonly reader: UsageReader }
>();
const keptMsMax = 60_000;

async function readerOf(
  { teams, users, ledger, journal }: Parameters<typeof openUsage>[0],
  { range, nowMs, isFirst }: { readonly range: DayRange; readonly nowMs: number; readonly isFirst: boolean },
): Promise<UsageReader> {
  const of = `${range.from} ${range.through}`;
  const kept = openReaders.get(ledger);
  const isKept = !isFirst && kept?.of === of && Math.abs(nowMs - kept.usedMs) <= keptMsMax;
  const reader = isKept
    ? kept.reader
    : await openUsage({ teams, users, ledger, journal }, { range, today: dayOf(nowMs) });
  openReaders.set(ledger, { of, usedMs: nowMs, reader });
  return reader;
}

function placeIn(cursor: string) {
  const [, day = '', rows = ''] = /^(\d{4}-\d\d-\d\d)\/(\d{1,9})$/u.exec(cursor) ?? [];
  if (!isDay(day)) {
    throw new Problem('invalid-input', `${quotedValue(cursor)} is no cursor; give next of an answer, or leave it out`);
  }
  return { day, rows: Number(rows) };
}
