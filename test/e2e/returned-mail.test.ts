import { Logger } from '@aws-lambda-powertools/logger';
import { expect, test } from 'vitest';
import * as z from 'zod';

import { lambdaContext } from '../../local/jobs/job-handlers.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { job } from '../../shared/mail/bounces-job.ts';
import { watchMail } from '../../shared/mail/use-cases/watch-mail.ts';
import { countReachable } from '../../shared/notifications/use-cases/read-routing.ts';
import { bouncesHandler } from '../../shared/wiring/handlers/bounces-handler.ts';
import { useInstallation } from '../support/installation.ts';
import { aBounce } from '../support/mail-events.ts';
import { readJournal } from '../support/read-journal.ts';
import { anEnforcementWorld, runEnforcement, type EnforcementWorld } from '../world/enforcement-world.ts';

const Unreachable = z.array(
  z.object({ address: z.string(), cause: z.string(), since: z.string().nullable(), detail: z.string().nullable() }),
);
const JournalEntry = z.object({ kind: z.string(), actor: z.string(), subject: z.string().optional() });
const Failed = z.object({ error: z.string() });

const month = {
  scope: 'user:ann@acme.example',
  window: 'month',
  amount: 5_000,
  owners: ['boss@acme.example'],
} as const;
const alerts = { fallback: ['desk@acme.example'], unreachable: [], quietHours: [], digest: [] };

const { curfew, fileOf, withTables } = useInstallation();

/** Hands an event to the function, on the tables of the installation. */
async function deliver(event: unknown): Promise<unknown> {
  return withTables(async ({ journal, recipients }) => {
    const handler = bouncesHandler({
      logger: new Logger({ logLevel: 'SILENT' }),
      clock: systemClock,
      run: async (order) => watchMail({ clock: systemClock, steps: immediateSteps(), journal, recipients }, order),
      countReachable: async () => countReachable(recipients, { admins: [], alerts }),
    });
    return handler(event as never, lambdaContext(job, systemClock));
  });
}

/** A night of an organization that knows from those tables whom mail does not reach. */
async function enforcementRunOf(
  world: EnforcementWorld,
  day: '2026-01-18' | '2026-01-19' | '2026-01-20',
): Promise<void> {
  await withTables(async ({ recipients }) => runEnforcement(world, day, (ports) => ({ ...ports, recipients })));
}

function mailsTo({ sender }: EnforcementWorld, recipient: string) {
  return sender.delivered().filter(({ to }) => to.toLowerCase() === recipient);
}

test('an event of SES, the table, the next night, the command line: others are notified until somebody clears the address', async () => {
  const world = anEnforcementWorld({
    members: [{ userId: 'u-ann', email: 'Ann@acme.example', demand: [1_000] }],
    budgets: [month],
    admins: ['admin@acme.example'],
    isEnforced: false,
    settings: { alerts },
  });
  const bounce = aBounce({ to: 'Ann@Acme.example', at: '2026-01-17T09:00:00.000Z' });

  const taken = [await deliver(bounce), await deliver(bounce)];
  await enforcementRunOf(world, '2026-01-18');
  const listed = (await curfew('alerts', 'unreachable', 'list', '--json')).read(Unreachable);
  const cleared = await curfew('alerts', 'unreachable', 'clear', 'ANN@acme.example', '--json');
  const late = await deliver(bounce);
  await enforcementRunOf(world, '2026-01-19');

  expect(taken).toEqual([
    { noted: 1, recorded: 0 },
    { noted: 0, recorded: 1 },
  ]);
  expect(listed).toEqual([
    {
      address: 'ann@acme.example',
      cause: 'bounce',
      since: '2026-01-17T09:00:00.000Z',
      detail: 'Permanent, General: smtp; 550 5.1.1 user unknown',
    },
  ]);
  expect(cleared.read(z.looseObject({}))).toMatchObject({ address: 'ann@acme.example', clearedBy: 'ada' });
  expect(cleared.stderr).toContain('delete-suppressed-destination --email-address ann@acme.example');
  expect(late).toEqual({ noted: 0, recorded: 1 });
  // The line of 80 % was crossed on the first of these nights, that of 100 % on the second.
  expect(mailsTo(world, 'desk@acme.example').map(({ text }) => text)).toEqual([expect.stringContaining('80 %')]);
  expect(mailsTo(world, 'ann@acme.example').map(({ text }) => text)).toEqual([expect.stringContaining('used up')]);
  const [first, second] = mailsTo(world, 'admin@acme.example').map(({ text }) => text);
  expect(first).toMatch(/ann@acme\.example bounces/);
  expect(second).toMatch(/ann@acme\.example again/);
  const journal = await readJournal(curfew, JournalEntry);
  expect(journal.map(({ kind, actor, subject }) => `${kind} ${actor} ${subject}`)).toEqual([
    'mail-returned curfew ann@acme.example',
    'recipient-cleared ada ann@acme.example',
  ]);
});

test('the list is a table in words, with what the settings name, and says when there is nobody', async () => {
  const nobody = await curfew('alerts', 'unreachable', 'list');
  await deliver(aBounce({ to: 'ann@acme.example' }));
  const settings = 'alerts: { unreachable: [ANN@acme.example, Bob@acme.example] }\n';
  fileOf('state/settings.yaml', settings);

  const { stdout } = await curfew('alerts', 'unreachable', 'list');

  expect(nobody.stdout).not.toContain('@');
  expect(stdout).toMatch(/ann@acme\.example +bounce +15 Mar 2026 +Permanent, General: smtp; 550 5\.1\.1 user unknown/);
  expect(stdout).toMatch(/bob@acme\.example +in the/u);
  expect(stdout.match(/ann@acme/gi)).toHaveLength(1);
});

test('an address of which nothing came back cannot be cleared: exit code 1, with where else it may stand', async () => {
  const result = await curfew('alerts', 'unreachable', 'clear', 'eve@acme.example', '--json');

  expect(result.exitCode).toBe(1);
  expect(result.read(Failed).error).toContain('alerts.unreachable');
});

test('both commands have a help', async () => {
  const help = await curfew('alerts', 'unreachable', '--help');
  const clear = await curfew('alerts', 'unreachable', 'clear', '--help');

  expect(help.stdout).toMatch(/list[^]*clear/);
  expect(clear.stdout).toContain('SES');
});
