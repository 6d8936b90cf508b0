import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { commandLine } from '../support/command-line.ts';
import { deployFor, type TestDeployment } from '../support/deployment.ts';
import { readJournal } from '../support/read-journal.ts';
import { useEngine } from '../support/test-engine.ts';

const Run = z.object({
  run: z.string(),
  job: z.string(),
  status: z.string(),
  dataThrough: z.string().nullable(),
  capsChanged: z.int(),
  held: z.object({ guard: z.string(), plan: z.string().optional() }).nullable(),
});
const Plan = z.object({ plan: z.string(), changes: z.array(z.unknown()) });
const night = ['--at', '2026-03-15T02:30:00Z'];

const engine = useEngine();
let deployment: TestDeployment;
let curfew: ReturnType<typeof commandLine>;

beforeAll(async () => {
  deployment = await deployFor(engine, '2026-03-15', Date.parse('2026-03-15T02:30:00Z'));
  curfew = commandLine({ env: { ...deployment.env, CURFEW_DEPLOYMENT: 'prod/acme', AWS_PROFILE: 'finops' } });
  await curfew('budgets', 'set', 'default', 'month', '900000', '--yes');
});

afterAll(async () => {
  await deployment.close();
});

afterEach(async () => {
  await deployment.aws.settled();
});

describe('a command on a deployment', () => {
  test('shows people where it acts, and says with --json nothing beside the document', async () => {
    const shown = await curfew('budgets', 'list');
    const document = await curfew('budgets', 'list', '--json');

    expect(shown.stdout).toMatch(/default +month +900,000/);
    expect(shown.stderr).toMatch(/prod\/acme .*eu-central-1, .*111122223333/u);
    expect(document).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('edits in the name of the person and of the AWS profile, and the functions make it take effect', async () => {
    const edited = await curfew('budgets', 'set', 'org', 'month', '90000000', '--yes');
    const history = await curfew('budgets', 'history', 'org', '--json');

    expect(edited.stderr).toContain('within a minute');
    expect(history.stdout).toMatch(/"by": "[^"]*ada/);
  });

  test('asks for a run, waits for it and reports it as one machine does', async () => {
    const run = await curfew('run', 'enforce', ...night, '--json');
    const listed = await curfew('runs', 'list', '--json');
    const caps = await curfew('caps', ...night, '--json');

    expect(run.exitCode).toBe(0);
    expect(run.read(Run)).toMatchObject({
      job: 'enforce',
      status: 'complete',
      dataThrough: '2026-03-14',
      capsChanged: 20,
    });
    expect(run.read(Run).run).toMatch(/^enforce-2026-03-15T02:30:00\.000Z-[0-9a-f]{16}$/);
    expect(listed.read(z.array(z.object({ run: z.string() }))).map((each) => each.run)).toEqual([run.read(Run).run]);
    expect(caps.read(z.array(z.object({ status: z.string() }))).every(({ status }) => status === 'confirmed')).toBe(
      true,
    );
  });

  test('shows the run as a table, once it has said that it goes on by itself', async () => {
    const { exitCode, stdout, stderr } = await curfew('run', 'enforce', ...night);

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/Status +complete/);
    expect(stderr).toContain('without this command');
  });

  test('does a plan that was held once somebody approves it, and the journal says who', async () => {
    await curfew('budgets', 'set', 'default', 'month', '500000', '--yes');

    const held = await curfew('run', 'enforce', ...night, '--json');
    const planId = held.read(Run).held?.plan ?? '';
    const approved = await curfew('approve', planId, '--json');
    const again = await curfew('approve', planId, '--json');
    const journal = await readJournal(curfew, z.object({ kind: z.string(), actor: z.string() }));

    expect(held.exitCode).toBe(4);
    expect(held.read(Run)).toMatchObject({ status: 'held', capsChanged: 0, held: { guard: 'blast-radius' } });
    expect(approved.exitCode).toBe(0);
    expect(approved.read(Run)).toMatchObject({ status: 'complete', capsChanged: 20, held: null });
    expect(again.read(Run)).toMatchObject({ status: 'held', held: { guard: 'ground-moved' } });
    expect(journal).toContainEqual({ kind: 'plan-approved', actor: 'role/FinOps (ada)' });
  });

  test('applies the plan that was shown, and rejects one for good', async () => {
    // Later than the approval before it.
    const later = ['--at', '2026-03-15T05:30:00Z'];
    await curfew('budgets', 'set', 'default', 'month', '510000', '--yes');
    const shown = (await curfew('plan', ...later, '--json')).read(Plan);
    const applied = await curfew('apply', shown.plan, ...later, '--json');
    await curfew('budgets', 'set', 'default', 'month', '10000', '--yes');
    const held = (await curfew('apply', ...later, '--json')).read(Run);
    const rejected = await curfew('reject', held.held?.plan ?? '');
    const approved = await curfew('approve', held.held?.plan ?? '');

    expect(shown.changes.length).toBeGreaterThan(10);
    expect(applied.read(Run)).toMatchObject({ status: 'complete', capsChanged: shown.changes.length });
    expect(rejected.exitCode).toBe(0);
    expect(approved).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('rejected by role/FinOps (ada)') });
  });

  test('looks at the controls, and says where what was found is shown', async () => {
    const run = await curfew('run', 'controls', ...night);
    const second = await curfew('run', 'controls', ...night, '--json');
    const controls = await curfew('controls', 'list', '--json');
    const verified = await curfew('controls', 'verify');

    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"npx curfew controls list"') });
    expect(second.read(Run)).toMatchObject({ job: 'controls', status: 'complete' });
    expect(z.array(z.unknown()).parse(JSON.parse(controls.stdout)).length).toBeGreaterThan(0);
    expect(verified).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/whole up to link \d+, signed at/) });
  });

  test('refuses a dry run as wrong usage, and names what does instead', async () => {
    const { exitCode, stderr } = await curfew('run', 'enforce', '--dry-run');

    expect(exitCode).toBe(2);
    expect(stderr).toContain('"npx curfew plan"');
  });
});
