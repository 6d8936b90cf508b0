import { parseArgs } from 'node:util';

import { fitProse } from '../../shared/terminal/fit-text.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { type Bill, costNotes, dollars, number, sizes } from './cost-document.ts';
import type { CostLine } from './cost-line.ts';
import type { Metrics } from './deployed-parts.ts';
import { totalDollars } from './monthly-cost.ts';
import { pricesOf } from './prices.ts';

interface CostOptions {
  readonly isJson: boolean;
  readonly users: number;
  readonly metrics: Metrics;
}

/** Throws an error naming the wrong argument. */
export function costOptions(args: string[]): CostOptions {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      users: { type: 'string', default: '1000' },
      metrics: { type: 'string', default: 'few' },
    },
  });
  const users = Number(values.users.replaceAll(',', ''));
  if (!Number.isSafeInteger(users) || users < 1 || users > 10_000_000) {
    throw new Error(`--users is “${values.users}”: give a whole number from 1 to 10,000,000`);
  }
  if (values.metrics !== 'few' && values.metrics !== 'all') {
    throw new Error(`--metrics is “${values.metrics}”: give few or all`);
  }
  return { isJson: values.json, users, metrics: values.metrics };
}

/** The bill for a terminal: growing and fixed costs, and how to reduce them. */
export function printedCost(bill: Bill, { users, metrics }: CostOptions, style: Style): string {
  const lines = bill[metrics];
  const others = sizes.filter((size) => size !== users);
  const shown = [...others, users].toSorted((a, b) => a - b);
  const columns = [
    { title: 'dollars a month for' },
    ...shown.map((size) => ({ title: number(size), align: 'right' }) as const),
    { title: `how many for ${number(users)}`, align: 'right', isMinor: true },
    { title: '$ each', align: 'right', isMinor: true },
  ] as const;
  const rows = lines.map((line) => [
    line.what,
    ...shown.map((size) => dollars(line.quantity(size) * line.price)),
    number(Number(line.quantity(users).toPrecision(4))),
    line.price.toFixed(11).replace(/0+$/u, '').replace(/\.$/u, ''),
  ]);
  const totals = ['a month', ...shown.map((size) => dollars(totalDollars(lines, size))), '', ''];
  return [
    renderTable(columns, [...rows, totals], style),
    lessOf(lines, style),
    ...costNotes(bill).map((note) => fitProse(note.replaceAll('**', ''), style.columns)),
  ].join('\n\n');
}

function lessOf(lines: readonly CostLine[], style: Style): string {
  const rows = lines.map(({ what, less }) => [what, less]);
  return renderTable([{ title: 'how to pay less' }, { title: '' }], rows, style);
}

/** The bill for programs: every number and its inputs. */
export function costJson(bill: Bill, { users, metrics }: CostOptions): unknown {
  const lines = bill[metrics];
  const shown = [...new Set([...sizes, users])].toSorted((a, b) => a - b);
  return {
    currency: 'USD',
    pricesOf,
    metrics,
    lines: lines.map(({ what, arithmetic, price, less, quantity }) => ({
      what,
      countedAs: arithmetic,
      priceEach: price,
      less,
      quantity: Object.fromEntries(shown.map((size) => [size, quantity(size)])),
      dollars: Object.fromEntries(shown.map((size) => [size, quantity(size) * price])),
    })),
    total: Object.fromEntries(shown.map((size) => [size, totalDollars(lines, size)])),
  };
}
