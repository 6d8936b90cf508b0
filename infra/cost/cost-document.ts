import { assumed } from './assumptions.ts';
import { type CostLine, costLines } from './monthly-cost.ts';
import { pricesOf } from './prices.ts';

const sizes = [100, 1_000, 10_000, 100_000] as const;

/** The whole of docs/cost.md, which is made from the jobs, the stacks and the assumptions, and never by hand. */
export function costDocument(): string {
  return `# What it costs

US dollars a month for one organization, by the number of its users. \`npm run cost\` prints this document from the jobs, the stacks, and what is assumed; a test holds it to that, and \`npx vitest run test/infra/cost.test.ts -u\` writes it anew.

- **Prices** are assumed: list prices of ${pricesOf}, without any free tier. They have not been looked up since, and other regions are dearer.
- **Counts** are assumed too (infra/cost/assumptions.ts), on the dear side: everybody consumes on every day, every cap changes every night, a month has ${assumed.daysInMonth} days, budgets are edited ${assumed.streamRunsPerDay.changed} times a day, and one run a day of each job takes all the time of an invocation. No bill has been compared with them.
- **Not counted**: transfer out, the topic, the queues and the bus, key requests of encrypted tables, the first run's reading of the past.
- Each cell is the count and, after the arrow, count × price.

${costTable()}

What does not grow with users is mostly what watches: without the dashboard and the metrics nobody would see a run that did not happen.
`;
}

/** Dollars a month of one organization, for three sizes of it. */
export function costTable(lines: readonly CostLine[] = costLines()): string {
  const rows = lines.map((line) => [
    line.what,
    line.arithmetic,
    `${number(line.price)}`,
    ...sizes.map((users) => `${number(line.quantity(users))} → ${dollars(line.quantity(users) * line.price)}`),
  ]);
  const totals = sizes.map((users) => `**${dollars(totalDollars(lines, users))}**`);
  return [
    ['what', 'how it is counted', '$ each', ...sizes.map((users) => `${number(users)} users`)],
    ['---', '---', '---:', ...sizes.map(() => '---:')],
    ...rows,
    ['**a month**', '', '', ...totals],
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function totalDollars(lines: readonly CostLine[], users: number): number {
  return lines.reduce((total, line) => total + line.quantity(users) * line.price, 0);
}

function dollars(amount: number): string {
  return amount.toFixed(2);
}

function number(amount: number): string {
  return amount.toLocaleString('en-US', { maximumSignificantDigits: 6 });
}
