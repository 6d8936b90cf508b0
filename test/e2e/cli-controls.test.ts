import { readFileSync, statSync, writeFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { VerificationDocument } from '../../shared/controls/contract/controls-documents.ts';
import { type CommandResult } from '../support/command-line.ts';
import { useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';

const Change = z.object({ path: z.string(), direction: z.string(), severity: z.string(), sentence: z.string() });
const Run = z.object({
  run: z.string(),
  job: z.literal('controls'),
  status: z.enum(['complete', 'partial', 'held', 'failed']),
  dataThrough: z.null(),
  capsChanged: z.literal(0),
  capsFailed: z.literal(0),
  alerts: z.int(),
  held: z.object({ guard: z.string(), detail: z.string() }).nullable(),
  reports: z.array(
    z.object({
      kind: z.enum(['first-run', 'changes']),
      handled: z.object({ count: z.int() }).optional(),
      steps: z.array(z.object({ revision: z.int(), actor: z.object({ email: z.string() }), changes: z.array(Change) })),
      alarms: z.array(z.object({ kind: z.string() })),
      over: z.array(z.object({ kind: z.string() })),
    }),
  ),
});

const user = { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' };
const timeoutMs = 120_000;

const emulator = useEmulator({ users: 20 }, 'test');
const { curfew, fileOf, pathOf } = useInstallation({ env: () => emulator.env });

async function change(settings: unknown): Promise<void> {
  await emulator.tell('/__sim/controls', { settings, user });
}

async function spoil(fault: string, times = 1, params: object = {}): Promise<void> {
  const path = '/api/v0/organization/enterprise-controls/history';
  await emulator.tell('/__sim/faults', { match: { method: 'GET', path }, fault, times, ...params });
}

async function run(minute: number, ...more: readonly string[]): Promise<CommandResult> {
  const at = `2026-03-15T10:${String(minute).padStart(2, '0')}:00Z`;
  return curfew('run', 'controls', '--at', at, '--json', ...more);
}

describe('run controls', () => {
  test(
    'stores the history silently at first, and reports what a new revision loosened, once',
    async () => {
      const first = (await run(0)).read(Run);
      await change({ sandbox: { enabled: true } });
      await run(5);
      await change({ sandbox: { enabled: false } });
      const dry = (await run(10, '--dry-run')).read(Run);
      const told = (await run(10)).read(Run);
      const again = (await run(15)).read(Run);

      expect(first).toMatchObject({ status: 'complete', reports: [{ kind: 'first-run', steps: [{ changes: [] }] }] });
      expect(first.reports[0]?.handled?.count).toBeGreaterThan(20);
      expect(dry.reports).toEqual(told.reports);
      expect(told.reports[0]?.steps).toMatchObject([
        {
          actor: { email: 'eve@acme.example' },
          changes: [{ path: 'sandbox.enabled', direction: 'loosened', severity: 'critical' }],
        },
      ]);
      expect(again).toMatchObject({ status: 'complete', alerts: 0, reports: [] });
    },
    timeoutMs,
  );

  test(
    'is not misled by pages that are lost, repeated, cut off or malformed once',
    async () => {
      for (let n = 0; n < 220; n += 1) {
        await change({ sessionRetentionDays: n });
      }
      await run(0);
      const faults = ['lost-page', 'duplicate-page', 'truncate', 'malformed', 'empty'];
      const alarms = [];

      for (const [index, fault] of faults.entries()) {
        await spoil(fault);
        const { status, reports } = (await run(5 * (index + 1))).read(Run);
        alarms.push([status, reports.flatMap((report) => report.alarms)]);
      }

      expect(alarms).toEqual(faults.map(() => ['complete', []]));
    },
    timeoutMs,
  );

  test(
    'fails with exit code 1 while the history cannot be read, and says so by mail at once when the key is refused',
    async () => {
      await run(0);
      await spoil('status', 100, { code: 403 });

      const failed = await run(5);

      expect(failed.exitCode).toBe(1);
      expect(failed.read(Run)).toMatchObject({ status: 'failed', reports: [{ alarms: [{ kind: 'unwatched' }] }] });
    },
    timeoutMs,
  );

  test(
    'signs the evidence outside of the tables, so that verification shows what was changed there, and the doctor too',
    async () => {
      await run(0);
      const kept = readFileSync(pathOf('state', 'anchors.jsonl'), 'utf8');
      const publicKey = pathOf('state', 'evidence.pub');
      const altered = fileOf('altered.jsonl', kept.replace(String.raw`\"seq\":2`, String.raw`\"seq\":9`));
      const verified = await curfew('controls', 'verify', '--public-key', publicKey, '--json');
      const withAltered = await curfew('controls', 'verify', '--anchors', altered);
      const withPrivateKey = await curfew('controls', 'verify', '--public-key', pathOf('state', 'evidence.key'));
      writeFileSync(pathOf('state', 'anchors.jsonl'), '');
      const withoutAny = await curfew('controls', 'verify');
      const doctor = await curfew('doctor');

      expect(verified).toMatchObject({ exitCode: 0 });
      expect(VerificationDocument.parse(JSON.parse(verified.stdout))).toMatchObject({
        whole: true,
        anchors: { valid: 1 },
      });
      expect(withAltered).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('it was altered') });
      expect(withPrivateKey).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no public key') });
      expect(withoutAny).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('is not proved') });
      expect(withoutAny.stdout).toContain('Signed heads are missing');
      expect(doctor.stdout).toContain('heads of the evidence');
      expect(statSync(pathOf('state', 'evidence.key')).mode & 0o777).toBe(0o600);
    },
    timeoutMs,
  );

  test(
    'keeps the key of the fingerprints where only its owner can read it',
    async () => {
      await run(0);

      const { mode } = statSync(pathOf('state', 'fingerprint.key'));

      expect(mode & 0o777).toBe(0o600);
    },
    timeoutMs,
  );
});
