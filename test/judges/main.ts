import process from 'node:process';

import { boundedApiJudge, wholeApiJudge } from './api/judge-api.ts';
import { awsJudge } from './aws/judge-aws.ts';
import { dynamoDbJudge } from './dynamodb.ts';
import { asffJudge } from './formats/judge-asff.ts';
import { calendarJudge } from './formats/judge-calendar.ts';
import { focusJudge } from './formats/judge-focus.ts';
import { csvJudge, ocsfJudge, openApiJudge, sarifJudge, sbomJudge, schemasJudge } from './formats/judge-formats.ts';
import { metricsJudge } from './formats/judge-metrics.ts';
import { parquetJudge } from './formats/judge-parquet.ts';
import { commentsJudge, workflowsJudge } from './formats/judge-workflows.ts';
import type { Judge, Verdict } from './judge.ts';
import { mailsJudge } from './mails/judge-mails.ts';
import { type PythonEnvironment, pythonEnvironment, PythonMissingError } from './python.ts';
import { templatesJudge } from './templates/judge-templates.ts';

const usage = `npm run judges [-- [--if-possible] [NAME...]]

Has Curfew judged by what others wrote. Needs Python 3.10 or newer; packages are installed into node_modules/.cache.
  NAME           a judge or a group of them; without any, all judges
  --if-possible  says what was not judged, and does not fail, where there is no Python`;

const statics = [workflowsJudge, commentsJudge];
const formats = [
  sarifJudge,
  openApiJudge,
  schemasJudge,
  sbomJudge,
  csvJudge,
  focusJudge,
  parquetJudge,
  ocsfJudge,
  asffJudge,
  metricsJudge,
  calendarJudge,
];
const judges: readonly Judge[] = [
  templatesJudge,
  ...statics,
  ...formats,
  boundedApiJudge,
  wholeApiJudge,
  mailsJudge,
  dynamoDbJudge,
  awsJudge,
];

const groups: Readonly<Record<string, readonly string[]>> = {
  formats: formats.map(({ name }) => name),
  quick: ['templates', ...formats.map(({ name }) => name), 'api-bounded'],
  // What CI has time for: no program is started for these.
  static: ['templates', 'sarif', 'openapi', 'schemas', 'sbom', ...statics.map(({ name }) => name)],
};

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The judges that names stand for, each once; undefined where one stands for nothing. */
function judgesNamed(names: readonly string[]): readonly Judge[] | undefined {
  const wanted = new Set(names.flatMap((name) => groups[name] ?? [name]));
  const found = judges.filter(({ name }) => names.length === 0 || wanted.has(name));
  return names.length > 0 && found.length < wanted.size ? undefined : found;
}

const noPackages: PythonEnvironment = {
  command(name) {
    throw new Error(`${name} is in no package that this judge asks for`);
  },
};

/** Whether it has nothing against what it was given. Raises PythonMissingError. */
async function isPassed(judge: Judge): Promise<boolean> {
  const startedMs = performance.now();
  const python = judge.requirements === undefined ? noPackages : await pythonEnvironment(judge.requirements);
  const installedMs = performance.now();
  const verdict = await judge.judge(python);
  const seconds = (fromMs: number, toMs: number) => `${((toMs - fromMs) / 1_000).toFixed(0)} s`;
  const times = `${seconds(installedMs, performance.now())}, and ${seconds(startedMs, installedMs)} to install`;
  const problems = verdict.count > 0 ? verdict.problems : ['nothing was judged', ...verdict.problems];
  print(`${problems.length === 0 ? 'passed' : 'FAILED'}  ${judge.name}: ${verdict.judged} (${times})`);
  printDetails({ ...verdict, problems });
  return problems.length === 0;
}

function printDetails({ notes = [], exceptions, problems }: Verdict): void {
  notes.forEach((note) => print(`        ${note}`));
  exceptions.forEach(({ rule, times, reason }) => print(`        excepted ${times} × ${rule}: ${reason}`));
  problems.forEach((problem) => print(`        PROBLEM ${problem}`));
}

async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((arg) => arg !== '--if-possible');
  const chosen = judgesNamed(names);
  if (chosen === undefined || names.some((name) => name.startsWith('-'))) {
    const known = [...Object.keys(groups), ...judges.map(({ name }) => name)].join(', ');
    process.stderr.write(`${usage}\n\nJudges and groups: ${known}\n`);
    return 2;
  }
  let isRight = true;
  for (const [index, judge] of chosen.entries()) {
    try {
      isRight = (await isPassed(judge)) && isRight;
    } catch (error) {
      if (!(error instanceof PythonMissingError)) {
        throw error;
      }
      const left = chosen.slice(index).map(({ name }) => name);
      process.stderr.write(`Not judged: ${left.join(', ')}. ${error.message}.\n`);
      return args.includes('--if-possible') && isRight ? 0 : 1;
    }
  }
  return isRight ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
