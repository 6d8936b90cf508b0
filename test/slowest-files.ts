// Which test files took longest, by a report of vitest. Usage:
//   npx vitest run FOLDER --reporter=json --outputFile=times.json
//   node test/slowest-files.ts times.json
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

import * as z from 'zod';

const shown = 30;
const Report = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

const { testResults } = Report.parse(JSON.parse(readFileSync(process.argv[2] ?? 'times.json', 'utf8')));
const rows = testResults
  .map(({ name, startTime, endTime }) => ({ name: relative('.', name), seconds: (endTime - startTime) / 1_000 }))
  .toSorted((one, other) => other.seconds - one.seconds);
const lines = rows.slice(0, shown).map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
process.stdout.write(`${lines.join('\n')}\n`);
