import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { journalEntries } from '../../shared/journal/store/dynamo-journal.ts';
import { sharedAssembly } from '../support/deployed/assembly.ts';
import { deploy, type Deployment } from '../support/deployed/deployment.ts';
import type { Kill } from '../support/deployed/running-functions.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';
import { isSoak } from '../world/rounds.ts';

/**
 * What is deployed is what runs here: assets, environment, schedules and event sources of the synthesized templates, each
 * function in a process of its own outside of the repository.
 */
const night = '2026-03-15T02:30:00Z';
const users = 20;
const startMs = 240_000;

const Limits = z.record(z.string(), z.object({ limit: z.int(), history: z.array(z.object({ limit: z.int() })) }));
const scratch = useScratchFolder('file');
let opened: Deployment | undefined;
let count = 0;
let undisturbed: Night;

beforeAll(async () => {
  undisturbed = await nightWith({});
  await closeOpened();
}, startMs);

afterEach(closeOpened, startMs);

interface Kills {
  readonly enforce?: readonly Kill[];
  readonly mails?: readonly Kill[];
}

type Night = Awaited<ReturnType<typeof nightWith>>;

/** The first night of an organization, and its mails. Processes are killed where one likes, and others take up their runs. */
async function nightWith({ enforce = [], mails = [] }: Kills) {
  count += 1;
  const folder = scratch.pathOf(`var-task-${count}`);
  opened = await deploy({ assembly: await sharedAssembly(), folder, today: '2026-03-15', users });
  const { emulator, dynamo, tables } = opened;
  await opened.moveTo(night);
  const budgets = { default: 900_000, org: 12_000_000 };
  for (const [scope, amount] of Object.entries(budgets)) {
    const Item = { scope, window: 'month', amount, mode: 'enforce' };
    await dynamo.send(new PutCommand({ TableName: tables['budgets'], Item }));
  }
  const ran = await opened.schedule({ job: 'enforce', schedule: 'nightly', at: night }, enforce);
  const delivered = await opened.deliverStreams({ mails });
  const sent = await opened.mails();
  return {
    ran,
    mailing: delivered.find(({ job }) => job === 'mails'),
    limits: await emulator.read('/__sim/limits', Limits),
    mails: sent.map(({ subject, destination: { to } }) => `${to.join()}: ${subject}`).toSorted(),
    journal: await journalOf(opened),
  };
}

async function journalOf({ dynamo, tables }: Deployment): Promise<readonly string[]> {
  const { Items = [] } = await dynamo.send(new ScanCommand({ TableName: tables['journal'] }));
  // An item may hold many entries.
  const entries = await Promise.all(Items.map(async (item) => journalEntries(item, 'journal')));
  return entries
    .flat()
    .map(({ kind, subject, actor }) => `${kind} ${subject} ${actor}`)
    .toSorted();
}

async function closeOpened(): Promise<void> {
  await opened?.close();
  opened = undefined;
}

/** What remains of a night; how often a process was begun again is not part of it. */
function remains({ limits, mails, journal }: Night) {
  return { limits, mails, journal };
}

describe('a night as it is deployed', () => {
  test('sets the limit of every user on the platform, once', () => {
    const { ran, limits } = undisturbed;

    expect(ran.result).toMatchObject({ status: 'complete', capsChanged: users, dataThrough: '2026-03-14' });
    expect(Object.values(limits).map(({ history }) => history.length)).toEqual(Array.from({ length: users }, () => 1));
    expect(Math.max(...Object.values(limits).map(({ limit }) => limit))).toBe(900_000);
  });

  test('is journaled, and mailed to those whom it concerns', () => {
    const { journal, mails } = undisturbed;

    expect(journal.filter((entry) => entry.startsWith('cap-changed '))).toHaveLength(users);
    expect(mails).toEqual([
      expect.stringMatching(/^finops@acme\.example: Curfew 15 Mar: 20 caps changed/u),
      expect.stringMatching(/^noor\.kaya@acme\.example: /u),
    ]);
  });

  test('reads, plans, sends and reports in steps of their own', () => {
    const { stepsDone, checkpoints } = undisturbed.ran;

    expect(stepsDone).toEqual(expect.arrayContaining(['start', 'people', 'plan', 'limits 1', 'mails', 'close']));
    expect(checkpoints).toBeGreaterThan(stepsDone.length);
  });

  test(
    'is taken up by another process wherever one is killed: no limit is lost or another one, and no mail is sent twice',
    async () => {
      const kills = isSoak ? everywhere(undisturbed) : betweenSteps;

      const killed = await nightWith(kills);

      expect(new Set(killed.ran.pids).size).toBe(kills.enforce.length + 1);
      expect(new Set(killed.mailing?.pids).size).toBe(kills.mails.length + 1);
      expect(remains(killed)).toEqual(remains(undisturbed));
    },
    isSoak ? 900_000 : startMs,
  );
});

/** A step that is done, but not kept, is done again: what it sent has arrived by then. */
const betweenSteps = {
  enforce: [
    { at: 'people', when: 'before' },
    { at: 'plan', when: 'after' },
    { at: 'limits 1', when: 'before' },
    { at: 'sent', when: 'after' },
    { at: 'mails', when: 'before' },
  ],
  mails: [
    { at: 'mail-1', when: 'before' },
    { at: 'mail-2', when: 'before' },
  ],
} as const satisfies Required<Kills>;

/**
 * At every checkpoint of a night, before it is kept or after, and after every step of the mailer. One that is killed while
 * it hands a mail over does not know whether that was taken, and sends it no second time: that is tried in the world.
 */
function everywhere({ ran, mailing }: Night): Required<Kills> {
  const alternating = (places: readonly Kill['at'][]): readonly Kill[] =>
    places.map((at, index) => ({ at, when: index % 2 === 0 ? 'before' : 'after' }));
  return {
    enforce: alternating(Array.from({ length: ran.checkpoints }, (_, index) => index + 1)),
    mails: alternating(mailing?.stepsDone ?? []),
  };
}
