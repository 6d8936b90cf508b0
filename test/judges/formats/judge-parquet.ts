import { join } from 'node:path';

import type { Judge } from '../judge.ts';
import { outputOf } from '../output-of.ts';
import { withFirstNight } from './first-night.ts';

/** Each column's sum as Parquet has it beside that of the CSV file with the same rows. */
const addUp = `
import csv, sys
from decimal import Decimal
import pyarrow.parquet as pq
count = 0
for name, sums in (("usage", ["credits", "money"]), ("focus", ["ConsumedQuantity", "BilledCost", "PricingQuantity"])):
    table = pq.read_table(sys.argv[1] + "/" + name + ".parquet")
    rows = list(csv.DictReader(open(sys.argv[1] + "/" + name + ".csv", encoding="utf-8", newline="")))
    if table.column_names != list(rows[0]) or table.num_rows != len(rows):
        print("PROBLEM", name, "has other columns or rows than the CSV")
    for column in sums:
        parquet = sum(Decimal(value) for value in table[column].to_pylist() if value is not None)
        text = sum(Decimal(row[column]) for row in rows if row[column] != "")
        if parquet != text:
            print("PROBLEM", name, column, parquet, "is not", text)
    count += table.num_rows
    if name == "usage" and [str(value) for value in table["day"].to_pylist()] != [row["day"] for row in rows]:
        print("PROBLEM the days are others")
print("COUNT", count)
`;

/** A month of usage of a demo organization as Parquet, by Apache Arrow, added up beside the CSV. */
export const parquetJudge: Judge = {
  name: 'parquet',
  requirements: 'parquet',
  judge: async (python) =>
    withFirstNight(async ({ folder, curfew }) => {
      const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
      await curfew('settings', 'set', 'money.prices', '2026-01-01 12.50 EUR', '--yes');
      for (const [format, file] of [
        ['csv', 'usage.csv'],
        ['parquet', 'usage.parquet'],
        ['focus', 'focus.csv'],
        ['focus-parquet', 'focus.parquet'],
      ] as const) {
        const days = ['--from', `${day.slice(0, 7)}-01`, '--to', day];
        await curfew('export', 'usage', ...days, '--format', format, '--out', join(folder, file));
      }
      const said = (await outputOf(python.command('python'), ['-c', addUp, folder])).split('\n');
      const count = Number(said.find((line) => line.startsWith('COUNT '))?.slice(6) ?? 0);
      const problems = said.filter((line) => line.startsWith('PROBLEM ')).map((line) => line.slice(8));
      return { exceptions: [], judged: `${count} rows, added up as in CSV`, count, problems };
    }),
};
