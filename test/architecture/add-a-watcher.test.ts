import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import type { MailCatcher } from '../../local/mail/open-mail.ts';
import { someEmails, useEmulator } from '../support/emulator.ts';
import { startEmptyMailCatcher } from '../support/mail-catcher.ts';
import { copyRepository, pageSteps, takeStep } from '../support/page-files.ts';
import { programEnvironment } from '../support/program.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';
import { isSoak } from '../world/rounds.ts';

// The watcher of docs/add-a-watcher.md is built in a copy of the repository, exactly by that page.
const root = join(import.meta.dirname, '..', '..');
const steps = pageSteps(readFileSync(join(root, 'docs', 'add-a-watcher.md'), 'utf8'));
const edits = steps.filter(({ kind }) => kind === 'edit');
const edited = [...new Set(edits.map(({ path }) => path))];
const timeoutMs = 300_000;

const { pathOf } = useScratchFolder('file');
const emulator = useEmulator({ users: 5, empty: true });
let mail: MailCatcher;

beforeAll(async () => {
  copyRepository(root, pathOf());
  steps.forEach((step) => takeStep(pathOf(), step));
  mail = await startEmptyMailCatcher();
}, timeoutMs);

afterAll(async () => mail.close());

/** Runs a program of the copy; what it prints, and how it ends. Not at once: the emulator answers in this process. */
async function ran(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { TMPDIR } = process.env;
  const child = spawn(process.execPath, args, { cwd: pathOf(), env: { ...programEnvironment(), TMPDIR, ...env } });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, stdout, stderr };
}

/** What a module prints as JSON that stands among the files of the copy. */
async function printed<S extends z.ZodType>(code: string, schema: S): Promise<z.output<S>> {
  const { stdout, stderr } = await ran(['--input-type=module-typescript', '-e', code]);
  expect(stderr).toBe('');
  return schema.parse(JSON.parse(stdout));
}

test('the page adds files, and changes at most four', () => {
  const added = steps.filter(({ kind }) => kind === 'file').map(({ path }) => path);

  expect(added.length).toBeGreaterThan(0);
  expect(added.filter((path) => existsSync(join(root, path)))).toEqual([]);
  expect(edited.length).toBeLessThanOrEqual(4);
});

/** What runs, and nothing that only tests or measures it. */
function programs(): readonly string[] {
  const functions = globSync('functions/*.ts', { cwd: pathOf() });
  return [...functions, 'infra/app.ts', 'local/main.ts', 'cli/main.ts', 'test/infra/job-scenarios.ts'];
}

const TypeProblems = z.object({ whole: z.string(), without: z.record(z.string(), z.string()) });

test(
  'what the page builds compiles, and with any one change left out it does not',
  { timeout: timeoutMs },
  async () => {
    const program = join('test', 'support', 'type-problems.mjs');
    const paths = [...new Set(steps.map(({ path }) => path))];
    // Each takes the compiler seconds: one of them, and every one in a soak; so do files that are far from the changes.
    const leftOut = isSoak ? edited : edited.slice(0, 1);
    const importsAway = isSoak ? Number.MAX_SAFE_INTEGER : 1;

    const { stdout, stderr } = await ran([
      program,
      root,
      pathOf(),
      ...[programs(), paths, leftOut, importsAway].map((each) => JSON.stringify(each)),
    ]);

    expect(stderr).toBe('');
    const { whole, without } = TypeProblems.parse(JSON.parse(stdout));
    expect(whole).toBe('');
    expect(without).toEqual(Object.fromEntries(leftOut.map((path) => [path, expect.stringContaining('error TS')])));
  },
);

test('it may do what its runs do, no less and no more', { timeout: timeoutMs }, async () => {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');

  const { status, stdout } = await ran([vitest, 'run', 'test/infra/jobs-are-granted.test.ts', '-t', 'activity']);

  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringMatching(/2 passed/) });
});

test(
  'in AWS it has a function, a schedule, grants and alarms, and the admin API may start it',
  { timeout: timeoutMs },
  async () => {
    const Stacks = z.array(z.object({ Resources: z.record(z.string(), z.looseObject({ Type: z.string() })) }));
    const code = `
    import { buildApp, synthesize } from './test/infra/synthesized.ts';
    const acme = synthesize(buildApp()).filter(({ id }) => id.startsWith('Curfew-test-acme-'));
    console.log(JSON.stringify(acme.map(({ template }) => template.toJSON())));
  `;

    const resources = (await printed(code, Stacks)).flatMap(({ Resources }) => Object.entries(Resources));
    const own = resources.filter(([id]) => id.startsWith('Activity')).map(([, resource]) => resource);
    const ofType = (type: string) => JSON.stringify(own.filter(({ Type }) => Type === type));

    expect(ofType('AWS::Lambda::Function')).toContain('worked with agents');
    expect(ofType('AWS::Scheduler::Schedule')).toContain('cron(15 6 * * ? *)');
    expect(ofType('AWS::IAM::Policy')).toContain('dynamodb:UpdateItem');
    expect(ofType('AWS::IAM::Policy')).toContain('secretsmanager:GetSecretValue');
    for (const metric of [
      'Errors',
      'Throttles',
      'ApproximateNumberOfMessagesVisible',
      'runsDone',
      'runs',
      'Duration',
    ]) {
      expect(ofType('AWS::CloudWatch::Alarm')).toContain(`"MetricName":"${metric}"`);
    }
    const door = resources.filter(([id]) => id.startsWith('Door'));
    expect(JSON.stringify(door)).toContain('ActivityJobFunction');
  },
);

test('on one machine it has its timer', { timeout: timeoutMs }, async () => {
  const code = `
    import { jobs } from './shared/jobs.ts';
    import { startScheduler } from './local/jobs/scheduler.ts';
    const scheduler = startScheduler(jobs.filter(({ name }) => name === 'activity'), async () => {});
    console.log(JSON.stringify(scheduler.nextRunAt()));
    scheduler.stop();
  `;

  expect(await printed(code, z.string())).toMatch(/T06:15:00\.000Z$/);
});

describe('a run of it', () => {
  const Run = z.object({ job: z.string(), status: z.string(), alerts: z.int() });
  const Alerts = z.array(z.object({ kind: z.string(), headline: z.string() }));
  const Inbox = z.object({
    emails: z.array(z.object({ subject: z.string(), destination: z.object({ to: z.array(z.string()) }) })),
  });

  /** The JSON document of a command of the copy, on an installation of its own. */
  async function curfew<S extends z.ZodType>(args: readonly string[], schema: S): Promise<z.output<S>> {
    const env = { ...emulator.env, AWS_ENDPOINT_URL_SES: mail.url };
    const { stdout, stderr } = await ran(['cli/main.ts', ...args, '--state', pathOf('state'), '--json'], env);
    expect(stderr).not.toContain('error:');
    return schema.parse(JSON.parse(stdout));
  }

  const runOn = async (day: string) => curfew(['run', 'activity', '--at', `${day}T06:15:00Z`], Run);

  const admin = 'watcher-admin@acme.example';

  async function mailsToday(): Promise<readonly string[]> {
    const { emails } = Inbox.parse(await (await fetch(`${mail.url}/store`)).json());
    return emails.flatMap(({ subject, destination }) => destination.to.map((to) => `${to}: ${subject}`));
  }

  test('notifies once of a day without work, and once of the next day with work', { timeout: timeoutMs }, async () => {
    mkdirSync(pathOf('state'));
    writeFileSync(pathOf('state', 'settings.yaml'), `admins: [${admin}]\n`);
    const [email = ''] = await someEmails(emulator, 1);

    const raised = await runOn('2026-03-15');
    const open = await curfew(['alerts', 'list'], Alerts);
    await emulator.tell('/__sim/clock', { now: '2026-03-16T06:15:00Z' });
    const again = await runOn('2026-03-16');
    const mailsBefore = await mailsToday();
    await emulator.tell('/__sim/demand', [{ email, date: '2026-03-16', credits: 1_000 }]);
    await emulator.tell('/__sim/clock', { now: '2026-03-17T06:15:00Z' });
    const resolved = await runOn('2026-03-17');
    const closed = await curfew(['alerts', 'list'], Alerts);

    expect(raised).toEqual({ job: 'activity', status: 'complete', alerts: 1 });
    expect(open).toMatchObject([{ headline: expect.stringContaining('2026-03-14') }]);
    expect(again).toMatchObject({ status: 'complete', alerts: 0 });
    expect(mailsBefore).toEqual([expect.stringContaining('2026-03-14')]);
    expect(resolved).toMatchObject({ status: 'complete', alerts: 1 });
    expect(closed).toEqual([]);
    expect(await mailsToday()).toHaveLength(2);
  });
});
