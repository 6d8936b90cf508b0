import { jobs } from '../../shared/jobs.ts';
import type { CostLine } from './cost-line.ts';
import { linesOfConsole } from './lines-of-use.ts';
import { costLines, totalDollars } from './monthly-cost.ts';
import { assumed, prices, pricesOf } from './prices.ts';
import { tableUses } from './work-of-jobs.ts';

export const sizes = [100, 1_000, 10_000, 100_000] as const;

/** One organization's bill: as deployed by default, and with all options. */
export interface Bill {
  readonly few: readonly CostLine[];
  readonly all: readonly CostLine[];
}

/** Synthesizes the stacks, which takes seconds. */
export function billOfJobs(): Bill {
  return { few: costLines(jobs, 'few'), all: costLines(jobs, 'all') };
}

/** The text of docs/cost.md, generated from jobs, stacks and assumptions. */
export function costDocument(bill: Bill): string {
  const perSize = sizes.map((users) => `$${dollars(totalDollars(bill.few, users))} for ${number(users)}`);
  return `# What it costs

US dollars a month for one organization, by users: **${perSize.join(', ')}**. \`npm run cost\` prints the bill (\`--json\`, \`--metrics all\` with every extra); \`npx vitest run test/infra/cost.test.ts -u\` writes this page.

${costNotes(bill)
  .map((note) => `- ${note}`)
  .join('\n')}

${costTable(bill.few)}
`;
}

/** Remarks on a bill. */
export function costNotes({ few, all }: Bill): readonly string[] {
  const page = linesOfConsole();
  const more = totalDollars(all, sizes[0]) - totalDollars(few, sizes[0]) - totalDollars(page, sizes[0]);
  const ownKeys = prices.keyMonth + tableUses(jobs) * prices.keyRequest;
  return [
    `**Prices** are assumed: list prices of ${pricesOf}, without free tier, not checked since; other regions cost more.`,
    `**Counts** are assumed or measured (infra/cost/prices.ts says which), rather high: every user consumes daily, every limit changes nightly, a month has ${assumed.daysInMonth} days, budgets are edited ${assumed.streamRunsPerDay.changed} times a day. They have not been compared with a bill.`,
    `**Extras** in \`curfew.config.ts\`: \`metrics: 'all'\` adds alarms and metrics of each job, traces and a dashboard for $${dollars(more)}; \`ownKeys: true\` encrypts tables and alarms with keys in the account for $${dollars(ownKeys)}; \`console: {}\` serves [the console](console.md#in-aws) for $${dollars(totalDollars(page, sizes[0]))} at ${number(sizes[0])} users, $${dollars(totalDollars(page, 10_000))} at ${number(10_000)}.`,
    '**Not counted**: transfer out, mails of alarms, the queue and the bus, the first run’s reading of the past.',
  ];
}

function costTable(lines: readonly CostLine[]): string {
  const rows = lines.map((line) => [
    line.what,
    line.arithmetic,
    number(line.price),
    ...sizes.map((users) => dollars(line.quantity(users) * line.price)),
    line.less.startsWith('no:') ? 'no' : line.less,
  ]);
  const totals = sizes.map((users) => `**${dollars(totalDollars(lines, users))}**`);
  return [
    ['what', 'how it is counted', '$ each', ...sizes.map((users) => `${number(users)} users`), 'how to pay less'],
    ['---', '---', '---:', ...sizes.map(() => '---:'), '---'],
    ...rows,
    ['**a month**', '', '', ...totals, ''],
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

export function dollars(amount: number): string {
  return amount.toFixed(2);
}

export function number(amount: number): string {
  return amount.toLocaleString('en-US', { maximumSignificantDigits: 6 });
}
