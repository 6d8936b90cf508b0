import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import * as z from 'zod';

import { isQuestion, operationRoutes } from '../../../shared/kernel/contract/routes.ts';
import { dayOf } from '../../../shared/kernel/time/day.ts';
import { type Finding, type Judge, sortOut } from '../judge.ts';
import { outputOf } from '../output-of.ts';
import { judgesCache, type PythonEnvironment } from '../python.ts';
import { withScratch } from '../with-scratch.ts';
import { apiExceptions, unchangedAnswers } from './exceptions.ts';
import { knownOf, people, settings } from './known.ts';
import { headersOf, type RunningDemo, withRunningDemo } from './running-demo.ts';

interface ApiTerms {
  readonly name: string;
  /** For each caller. */
  readonly secondsMax: number;
  readonly examplesMax: number;
  readonly phases: string;
}

/** The admin API of `npm start` under calls of schemathesis, which makes them from its own document, as each role. */
function apiJudge({ name, ...terms }: ApiTerms): Judge {
  return {
    name,
    requirements: 'documents',
    judge: async (python) =>
      withScratch(async (folder) =>
        withRunningDemo(folder, settings, async (demo) => {
          const machine = { role: 'machine', actor: userInfo().username, headers: bearer(demo.secret) };
          const callers: Caller[] = [];
          for (const [role, email] of Object.entries(people)) {
            callers.push({ role, actor: email, headers: await headersOf(demo, email) });
          }
          const attacks = [];
          for (const caller of [...callers, machine]) {
            attacks.push(await attack(python, { demo, caller, folder, ...terms }));
          }
          const calls = attacks.reduce((sum, { generated }) => sum + generated, 0);
          const writes = attacks.flatMap(({ written }) => written);
          const failed = demo.output().match(/A call of the admin API failed: .*/gu) ?? [];
          const sorted = sortOut(
            attacks.flatMap(({ findings }) => findings),
            apiExceptions,
          );
          return {
            judged: `${calls} calls of ${operationRoutes.size} operations as ${attacks.length} callers, ${writes.length} writes of ${new Set(writes).size} operations looked up in the journal`,
            count: Math.min(calls, writes.length, ...attacks.map(({ tested }) => tested)),
            notes: attacks.map(
              ({ role, generated, written, tested }) =>
                `${role}: ${tested} operations, ${generated} calls, ${written.length} writes`,
            ),
            exceptions: sorted.exceptions,
            problems: [...sorted.problems, ...failed],
          };
        }),
      ),
  };
}

/** What `.ci/run` has time for. */
export const boundedApiJudge = apiJudge({ name: 'api-bounded', secondsMax: 8, examplesMax: 4, phases: 'fuzzing' });
export const wholeApiJudge = apiJudge({
  name: 'api',
  secondsMax: 90,
  examplesMax: 40,
  phases: 'coverage,fuzzing,stateful',
});

interface Caller {
  readonly role: string;
  readonly actor: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** It takes each address in an answer apart to learn links, and a host that redaction replaced is none: `https://[secret:…]`. */
const inference = '[phases.stateful.inference]\nalgorithms = ["dependency-analysis"]\n';

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'journal_conformance',
].join(',');

const Report = z.object({
  operations: z.object({ tested: z.int() }),
  test_cases: z.object({ generated: z.int() }),
  failures: z.array(z.object({ code: z.string(), title: z.string(), operations: z.array(z.string()) })),
  errors: z.array(z.unknown()),
});

interface AttackTerms extends Omit<ApiTerms, 'name'> {
  readonly demo: RunningDemo;
  readonly caller: Caller;
  readonly folder: string;
}

async function attack(
  python: PythonEnvironment,
  { demo, caller, folder, secondsMax, examplesMax, phases }: AttackTerms,
) {
  const writes = join(folder, `${caller.role}.writes`);
  const report = join(folder, `${caller.role}.json`);
  const headers = Object.entries(caller.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const questions = [...operationRoutes].filter(([, route]) => isQuestion(route)).map(([id]) => id);
  writeFileSync(join(folder, 'schemathesis.toml'), inference);
  const said = await outputOf(
    python.command('schemathesis'),
    [
      'run',
      `${demo.api}/openapi.json`,
      ...headers,
      '--checks',
      checks,
      '--phases',
      phases,
      '--max-examples',
      String(examplesMax),
      '--max-time',
      String(secondsMax),
      '--seed',
      '1',
      '--continue-on-failure',
      '--no-shrink',
      '--warnings',
      'off',
      '--no-color',
      '--rate-limit',
      '95/s',
      '--report',
      'json',
      '--report-json-path',
      report,
      '--generation-database',
      'none',
    ],
    {
      // It keeps a cache where it is started.
      cwd: folder,
      codes: [0, 1],
      env: {
        PYTHONDONTWRITEBYTECODE: '1',
        PYTHONPATH: import.meta.dirname,
        SCHEMATHESIS_HOOKS: 'checks',
        CURFEW_JUDGE_API: demo.api,
        CURFEW_JUDGE_SECRET: demo.secret,
        CURFEW_JUDGE_ACTOR: caller.actor,
        CURFEW_JUDGE_WRITES: writes,
        CURFEW_JUDGE_QUESTIONS: JSON.stringify(questions),
        CURFEW_JUDGE_UNCHANGED: JSON.stringify(unchangedAnswers),
        CURFEW_JUDGE_KNOWN: JSON.stringify(knownOf(dayOf(Date.now()))),
      },
    },
  );
  const { operations, test_cases: cases, failures, errors } = Report.parse(JSON.parse(readFileSync(report, 'utf8')));
  // Each call that failed stands there with what was answered.
  const log = join(judgesCache, `${caller.role}.log`);
  writeFileSync(log, said);
  const findings: readonly Finding[] = failures.flatMap(({ code, title, operations: where }) =>
    where.map((at) => ({ rule: `schemathesis ${code}`, at, message: `${title}, as ${caller.role}: ${log}` })),
  );
  return {
    role: caller.role,
    tested: operations.tested,
    generated: cases.generated,
    written: existsSync(writes) ? readFileSync(writes, 'utf8').trim().split('\n') : [],
    findings: [
      ...findings,
      ...errors.map((error) => ({ rule: 'schemathesis error', at: caller.role, message: JSON.stringify(error) })),
    ],
  };
}

function bearer(secret: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${secret}` };
}
