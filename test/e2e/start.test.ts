import { existsSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { isEditRun } from '../../shared/kernel/runs/run-id.ts';
import { childrenOf, isAlive } from '../support/child-processes.ts';
import { useInstallation } from '../support/installation.ts';
import { type Program, startProgram } from '../support/program.ts';

const timeoutMs = 180_000;

const { curfew, fileOf, pathOf } = useInstallation({}, 'file');

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  return startProgram('local/main.ts', args, { env, timeoutMs });
}

function addressIn(output: string, name: string): string {
  return new RegExp(`^${name} +(http://\\S+)`, 'm').exec(output)?.[1] ?? '';
}

describe('npm start', () => {
  test(
    'runs a first night on the demo, shows it as a table with every address, and stops after it with --once',
    async () => {
      const program = start(['--once', '--state', pathOf('state')]);

      const exitCode = await program.ended();

      const output = program.output();
      expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
      expect(output).toMatch(/Status +complete/);
      expect(output).toMatch(/Caps changed +250/);
      expect(output).toMatch(/Email +From +To +Headroom +Binding +Reason/);
      for (const name of ['Inbox', 'Platform emulator', 'DynamoDB engine']) {
        expect(addressIn(output, name)).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      }
      expect(existsSync(pathOf('state', 'running.json'))).toBe(false);
    },
    timeoutMs,
  );

  test(
    'goes on from there, serves the command line, is alone on its folder, and ends at Ctrl-C with everything closed',
    async () => {
      const first = start(['--no-console', '--state', pathOf('state')]);
      await first.says('Ctrl-C');
      const inbox = addressIn(first.output(), 'Inbox');

      const second = start(['--state', pathOf('state')]);
      const secondCode = await second.ended();
      const listed = await curfew('runs', 'list', '--json');
      const mails = z
        .object({
          emails: z.array(z.object({ subject: z.string(), destination: z.object({ to: z.array(z.string()) }) })),
        })
        .parse(await (await fetch(`${inbox}/store`)).json());
      first.process.kill('SIGINT');
      const exitCode = await first.ended();

      expect(first.output()).toContain('complete already');
      expect(secondCode).toBe(1);
      expect(second.output()).toContain('runs on');
      const runs = listed.read(z.array(z.object({ run: z.string(), job: z.string(), status: z.string().nullable() })));
      // Beside the night there may be the run that looks for edits made while nothing ran.
      const nights = runs.filter(({ job, run }) => job === 'enforce' && !isEditRun(run));
      expect(nights).toMatchObject([{ status: 'complete' }]);
      expect(new Set(runs.map(({ job, status }) => `${job} ${status}`))).toContain('controls complete');
      const ofJob = Map.groupBy(mails.emails, ({ subject }) => subject.startsWith('Controls'));
      const [nightly = [], controls = []] = [false, true].map((isControls) =>
        ofJob.get(isControls)?.flatMap(({ destination }) => destination.to),
      );
      expect(nightly).toContain('finops@acme.example');
      expect(new Set(nightly).size).toBe(nightly.length);
      expect(controls).toEqual(['finops@acme.example']);
      expect(exitCode).toBe(0);
      expect(existsSync(pathOf('state', 'running.json'))).toBe(false);
      await expect(fetch(inbox)).rejects.toThrow('fetch failed');
    },
    timeoutMs,
  );

  test(
    'ends with code 1 and words when its engine is killed, leaves no process, and goes on at the next start',
    async () => {
      const args = ['--no-console', '--state', pathOf('state')];
      const program = start(args);
      await program.says('Ctrl-C');
      const guards = childrenOf(program.process.pid ?? 0);
      const engines = guards.flatMap(childrenOf);

      engines.forEach((pid) => process.kill(pid, 'SIGKILL'));
      const exitCode = await program.ended();

      expect(engines).toHaveLength(1);
      expect(exitCode).toBe(1);
      expect(program.output()).toMatch(/error: The DynamoDB engine .* has ended.*What was stored is kept.*npm start/u);
      expect([...guards, ...engines].filter(isAlive)).toEqual([]);
      expect(existsSync(pathOf('state', 'running.json'))).toBe(false);
      const again = start(['--once', ...args]);
      expect({ exitCode: await again.ended(), output: again.output() }).toMatchObject({ exitCode: 0 });
    },
    timeoutMs,
  );

  test(
    'says in one message, without a stack, what is wrong',
    async () => {
      fileOf('strange/thesis.txt', 'years of work');

      const starts = [
        start(['--once', '--state', pathOf('strange'), '--fresh']),
        start(['--once', '--state', pathOf('other')], { CURFEW_BASE_URL: 'ftp://nowhere' }),
        start(['--once', '--colour']),
        start(['--once', '--demo', 'nowhere']),
        start(['--once', '--demo', 'acme', '--state', pathOf('given')], {
          CURFEW_BASE_URL: 'http://127.0.0.1:9',
          CURFEW_API_KEY: 'owner-key',
        }),
      ];
      const codes = await Promise.all(starts.map(async (started) => started.ended()));

      const [folder, environment, usage, demo, both] = starts.map((started) => started.output());
      expect(codes).toEqual([1, 1, 2, 2, 1]);
      expect(folder).toContain(pathOf('strange'));
      expect(environment).toMatch(/CURFEW_BASE_URL[^]*CURFEW_API_KEY/);
      expect(usage).toContain('--colour');
      expect(demo).toMatch(/acme, startup, enterprise/);
      expect(both).toContain('CURFEW_BASE_URL');
      expect(starts.map((started) => started.output()).join()).not.toMatch(/\n {4}at /);
    },
    timeoutMs,
  );
});
