import { styleFor } from '../../shared/terminal/style.ts';
import { withUsage } from '../commands/terminal-io.ts';
import { billOfJobs } from './cost-document.ts';
import { costJson, costOptions, printedCost } from './print-cost.ts';

const usage = `Prints what one organization costs in AWS in a month, line by line, and how to pay less.

  npm run cost                        a table for 100 to 100,000 users
  npm run cost -- --users 2,500       with a column for so many
  npm run cost -- --metrics all       with the alarms, metrics and dashboard that can be asked for
  npm run cost -- --json              for programs`;

process.exitCode = await withUsage(usage, (args) => {
  const options = costOptions(args);
  return async () => {
    const bill = billOfJobs();
    const style = styleFor({ isTerminal: process.stdout.isTTY, columns: process.stdout.columns }, process.env);
    const text = options.isJson
      ? JSON.stringify(costJson(bill, options), undefined, 2)
      : printedCost(bill, options, style);
    process.stdout.write(`${text}\n`);
    return Promise.resolve(0);
  };
});
