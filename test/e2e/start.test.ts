import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { isEditRun } from '../../shared/domain/runs/run-id.ts';
import { commandLine } from '../support/command-line.ts';

const main = join(import.meta.dirname, '..', '..', 'local', 'main.ts');
const timeoutMs = 90_000;

let dir = '';
let state = '';

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'curfew-start-'));
  state = join(dir, 'state');
});

afterAll(() => rmSync(dir, { recursive: true }));

interface Started {
  readonly process: ChildProcess;
  output(): string;
  /** Waits for words in what it says. */
  says(words: string): Promise<void>;
  /** The exit code, once it has ended. */
  ended(): Promise<number | null>;
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exit = once(child, 'close');
  return {
    process: child,
    output: () => text,
    async says(words) {
      await expect.poll(() => text, { timeout: timeoutMs, interval: 100 }).toContain(words);
    },
    async ended() {
      await exit;
      return child.exitCode;
    },
  };
}

function addressIn(output: string, name: string): string {
  return new RegExp(`^${name} +(http://\\S+)`, 'm').exec(output)?.[1] ?? '';
}

describe('npm start', () => {
  test(
    'runs a first night on the demo, shows it as a table with every address, and stops after it with --once',
    async () => {
      const curfew = start(['--once', '--state', state]);

      const exitCode = await curfew.ended();

      const output = curfew.output();
      expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
      expect(output).toMatch(/Status +complete/);
      expect(output).toMatch(/Caps changed +250/);
      expect(output).toMatch(/Email +From +To +Headroom +Binding +Reason/);
      for (const name of ['Inbox', 'Platform emulator', 'DynamoDB engine']) {
        expect(addressIn(output, name)).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      }
      expect(existsSync(join(state, 'running.json'))).toBe(false);
    },
    timeoutMs,
  );

  test(
    'goes on from there, serves the command line, is alone on its folder, and ends at Ctrl-C with everything closed',
    async () => {
      const curfew = start(['--state', state]);
      await curfew.says('Ctrl-C');
      const inbox = addressIn(curfew.output(), 'Inbox');

      const second = start(['--state', state]);
      const secondCode = await second.ended();
      const listed = await commandLine({ state })('runs', 'list', '--json');
      const mails = z
        .object({
          emails: z.array(z.object({ subject: z.string(), destination: z.object({ to: z.array(z.string()) }) })),
        })
        .parse(await (await fetch(`${inbox}/store`)).json());
      curfew.process.kill('SIGINT');
      const exitCode = await curfew.ended();

      expect(curfew.output()).toContain('complete already');
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
      expect(nightly).toContain('finops@demo.example');
      expect(new Set(nightly).size).toBe(nightly.length);
      expect(controls).toEqual(['finops@demo.example']);
      expect(exitCode).toBe(0);
      expect(existsSync(join(state, 'running.json'))).toBe(false);
      await expect(fetch(inbox)).rejects.toThrow('fetch failed');
    },
    timeoutMs,
  );

  test(
    'says in one message, without a stack, what is wrong',
    async () => {
      const strange = join(dir, 'strange');
      mkdirSync(strange);
      writeFileSync(join(strange, 'thesis.txt'), 'years of work');

      const starts = [
        start(['--once', '--state', strange, '--fresh']),
        start(['--once', '--state', join(dir, 'other')], { CURFEW_BASE_URL: 'ftp://nowhere' }),
        start(['--once', '--colour']),
      ];
      const codes = await Promise.all(starts.map(async (started) => started.ended()));

      const [folder, environment, usage] = starts.map((started) => started.output());
      expect(codes).toEqual([1, 1, 2]);
      expect(folder).toContain('does not look like a state folder');
      expect(environment).toMatch(/CURFEW_BASE_URL[^]*CURFEW_API_KEY/);
      expect(usage).toContain('--colour');
      expect(starts.map((started) => started.output()).join()).not.toMatch(/\n {4}at /);
    },
    timeoutMs,
  );
});
