import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { memoryBudgetStore } from '../../shared/budgets/memory-store.ts';
import { dynamoBudgetStore } from '../../shared/budgets/store.ts';
import { memoryLedgerStore, memoryLimitStore } from '../../shared/enforcement/memory-store.ts';
import type { LedgerStore, LimitStore } from '../../shared/enforcement/ports.ts';
import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import { memoryJournal } from '../../shared/journal/store/memory-journal.ts';
import type { BudgetStore, TeamStore } from '../../shared/kernel/records/ports.ts';
import type { Journal, LeaseStore } from '../../shared/kernel/runs/ports.ts';
import { dynamoLeaseStore } from '../../shared/kernel/runs/store/dynamo-lease-store.ts';
import { memoryLeaseStore } from '../../shared/kernel/runs/store/memory-run-store.ts';
import { dynamoLedgerStore } from '../../shared/ledger/store/dynamo-ledger-store.ts';
import { dynamoLimitStore } from '../../shared/limits/store.ts';
import type { MailState } from '../../shared/mail/mail.ts';
import type { Outbox } from '../../shared/mail/ports.ts';
import { dynamoOutbox } from '../../shared/mail/store/dynamo-outbox.ts';
import { memoryOutbox } from '../../shared/mail/store/memory-mail-stores.ts';
import type { ConditionState } from '../../shared/notifications/conditions/condition-state.ts';
import type { AlertStore } from '../../shared/notifications/ports.ts';
import { dynamoAlertStore } from '../../shared/notifications/store/dynamo-alert-store.ts';
import { memoryAlertStore } from '../../shared/notifications/store/memory-alert-store.ts';
import { alertLeases } from '../../shared/notifications/topics.ts';
import { memoryTeamStore } from '../../shared/teams/memory-store.ts';
import { dynamoTeamStore } from '../../shared/teams/store.ts';
import { rules } from '../support/teams.ts';
import { useEngine } from '../support/test-engine.ts';
import { anObservation, anObservedState } from '../unit/notifications/observed.ts';
import { aMail } from './mail-sender-contract.ts';

const engine = useEngine();

const at = '2026-03-15T02:30:00.000Z';
const nothing = fc.constant(undefined);
const runs = { numRuns: 12, seed: 20_260_315 };

/** What is done to a store; name and input are what a failing run shows. */
interface Command<Store> {
  readonly name: string;
  readonly input: unknown;
  run(store: Store): Promise<unknown>;
}

interface Both<Store> {
  readonly memory: Store;
  readonly dynamo: Store;
}

/** The answers of both stores to the same commands, one after the other. */
async function answersTo<Store>(commands: readonly Command<Store>[], stores: Both<Store>): Promise<Both<unknown>> {
  const answers: { memory: unknown[]; dynamo: unknown[] } = { memory: [], dynamo: [] };
  for (const command of commands) {
    answers.memory.push(await answerOf(command, stores.memory));
    answers.dynamo.push(await answerOf(command, stores.dynamo));
  }
  return answers;
}

/** A refusal is compared by its name and message: the error classes and their words are part of the port. */
async function answerOf<Store>(command: Command<Store>, store: Store): Promise<unknown> {
  try {
    return { value: await command.run(store) };
  } catch (error) {
    if (error instanceof TypeError) {
      throw error;
    }
    return { refused: String(error) };
  }
}

function command<Store, Input>(
  name: string,
  input: fc.Arbitrary<Input>,
  run: (store: Store, input: Input) => Promise<unknown>,
): fc.Arbitrary<Command<Store>> {
  return input.map((drawn) => ({ name, input: drawn, run: async (store) => run(store, drawn) }));
}

function commandsOf<Store>(...kinds: fc.Arbitrary<Command<Store>>[]): fc.Arbitrary<Command<Store>[]> {
  return fc.array(fc.oneof(...kinds), { minLength: 5, maxLength: 25 });
}

describe('the same commands in memory and in DynamoDB give the same answers', () => {
  test('for leases', async () => {
    const owner = fc.constantFrom('a', 'b', 'c');
    const times = { nowMs: fc.integer({ min: 0, max: 50 }), durationMs: fc.integer({ min: 1, max: 20 }) };
    const lease = fc.record({
      name: fc.constantFrom('x', 'y'),
      owner,
      fence: fc.integer({ min: 1, max: 4 }),
      expiresAtMs: fc.constant(0),
    });
    const claim = fc.record({ name: fc.constantFrom('x', 'y'), owner, ...times });
    const commands = commandsOf<LeaseStore>(
      command('acquire', claim, async (store, { name, ...rest }) => store.acquire(name, rest)),
      command('renew', fc.record({ lease, ...times }), async (store, drawn) => store.renew(drawn.lease, drawn)),
      // From the lease that somebody really holds, which a random one seldom hits.
      command('acquire and renew', claim, async (store, { name, ...rest }) => {
        const outcome = await store.acquire(name, rest);
        return outcome.kind === 'acquired' ? store.renew(outcome.lease, rest) : outcome;
      }),
      command('release', lease, async (store, drawn) => store.release(drawn)),
    );

    await fc.assert(
      fc.asyncProperty(commands, async (drawn) => {
        const { leases } = await engine.freshTables('leases');
        const stores = { memory: memoryLeaseStore(), dynamo: dynamoLeaseStore(engine.dynamo(), leases) };
        const answers = await answersTo<LeaseStore>(drawn, stores);
        expect(answers.dynamo).toEqual(answers.memory);
      }),
      runs,
    );
  });

  test('for limits', async () => {
    const sent = fc.record({ limitCredits: fc.nat(), at: fc.constant(at), runId: fc.constantFrom('r-1', 'r-2') });
    const record = fc.record(
      {
        userId: fc.constantFrom('u-1', 'u-2', 'u-3'),
        email: fc.constantFrom('A@x.example', 'b@x.example'),
        unsettled: fc.array(sent, { maxLength: 2 }),
        confirmed: sent,
        failure: fc.record({ problem: fc.string(), nights: fc.nat({ max: 5 }), lastNight: fc.constant('2026-03-15') }),
      },
      { requiredKeys: ['userId', 'email', 'unsettled'] },
    );
    const records = fc.array(record, { maxLength: 4 });
    const batch = fc.record({ records, fence: fc.integer({ min: 0, max: 3 }) });
    const commands = commandsOf<LimitStore>(
      command('put', batch, async (store, drawn) => store.put(drawn.records, drawn.fence)),
      command('list', nothing, async (store) => store.list()),
    );

    await fc.assert(
      fc.asyncProperty(commands, async (drawn) => {
        const { limits } = await engine.freshTables('limits');
        const stores = { memory: memoryLimitStore(), dynamo: dynamoLimitStore(engine.dynamo(), limits) };
        const answers = await answersTo<LimitStore>(drawn, stores);
        expect(answers.dynamo).toEqual(answers.memory);
      }),
      runs,
    );
  });

  test('for the outbox', async () => {
    const mailId = fc.constantFrom('m-1', 'm-2', 'm-3');
    const state = fc.constantFrom<MailState[]>(
      { kind: 'written', attempts: 0 },
      { kind: 'written', attempts: 1 },
      { kind: 'sending', attempts: 1, owner: 'a', since: at },
      { kind: 'sending', attempts: 1, owner: 'b', since: at },
      { kind: 'sent', messageId: 'id', at },
      { kind: 'refused', problem: 'no' },
      { kind: 'unknown', problem: 'lost' },
      { kind: 'unknown', problem: 'lost', carriedBy: 'm-3' },
    );
    const move = fc.record({ mailId, seen: state, next: state });
    const batch = fc.record({
      ids: fc.uniqueArray(mailId),
      subject: fc.constantFrom('s', 't'),
      second: fc.integer({ min: 10, max: 59 }),
    });
    const commands = commandsOf<Outbox>(
      command('write', batch, async (store, { ids, subject, second }) => {
        const mails = ids.map((id) => aMail({ mailId: id, subject }));
        await store.write(mails, `2026-03-15T02:30:${second}.000Z`);
      }),
      command('move', move, async (store, drawn) => store.move(drawn.mailId, drawn.seen, drawn.next)),
      // From the state that the mail is really in, which a random one seldom hits.
      command('move on', move, async (store, drawn) => {
        const seen = (await store.find(drawn.mailId))?.state ?? drawn.seen;
        return store.move(drawn.mailId, seen, drawn.next);
      }),
      command('find', mailId, async (store, id) => store.find(id)),
      command('list open', nothing, async (store) => store.listOpenStates()),
      command('list unknown', nothing, async (store) => store.listUnknown()),
    );

    await fc.assert(
      fc.asyncProperty(commands, async (drawn) => {
        const { outbox } = await engine.freshTables('outbox');
        const stores = { memory: memoryOutbox(), dynamo: dynamoOutbox(engine.dynamo(), outbox) };
        const answers = await answersTo<Outbox>(drawn, stores);
        expect(answers.dynamo).toEqual(answers.memory);
      }),
      runs,
    );
  });

  test('for alerts', async () => {
    const topic = fc.constantFrom('uncappable', 'history-gap');
    const state = fc
      .record({ topic, key: fc.constantFrom('a', 'b'), day: fc.integer({ min: 10, max: 19 }), isOpen: fc.boolean() })
      .map(({ topic, key, day, isOpen }): ConditionState => {
        const phase = isOpen ? 'in-alarm' : 'resolved';
        return anObservedState(anObservation({ topic, key }), {
          asOf: `2026-03-${day}T02:30:00.000Z`,
          phase,
          changes: day,
        });
      });
    const notificationId = fc.constantFrom('n-1', 'n-2', 'n-3');
    const lease = fc.constantFrom(...alertLeases);
    const commands = commandsOf<AlertStore>(
      command('put', state, async (store, drawn) => store.put([drawn])),
      command('read', fc.record({ lease, state }), async (store, drawn) =>
        store.read(drawn.lease, [drawn.state.conditionId]),
      ),
      command('find', state, async (store, { conditionId }) => store.find([conditionId])),
      command('enqueue', fc.record({ id: notificationId, topic }), async (store, { id, topic }) => {
        const observation = anObservation({ topic });
        const event = { kind: 'condition-raised', eventId: id, conditionId: 'c', observation } as const;
        const whom = { recipient: 'a@x.example', role: 'admin', severity: 'low', askWhom: [] } as const;
        await store.enqueue([{ kind: 'condition', notificationId: id, at, ...whom, event }]);
      }),
      command('list pending', lease, async (store, drawn) => store.listPending(drawn)),
      command('assign', notificationId, async (store, id) => store.assign([{ notificationId: id, mailId: `m-${id}` }])),
      command('settle', notificationId, async (store, id) => store.settle([id])),
      command('put mute', notificationId, async (store, muteId) =>
        store.putMute({ muteId, kind: 'anomaly', by: 'ada', at, reason: 'known', until: '2026-03-31' }),
      ),
      command('end mute', notificationId, async (store, muteId) => store.endMute(muteId)),
      command('list mutes', notificationId, async (store) => store.listMutes()),
    );

    await fc.assert(
      fc.asyncProperty(commands, async (drawn) => {
        const { alerts } = await engine.freshTables('alerts');
        const stores = { memory: memoryAlertStore(), dynamo: dynamoAlertStore(engine.dynamo(), alerts) };
        const answers = await answersTo<AlertStore>(drawn, stores);
        expect(answers.dynamo).toEqual(answers.memory);
      }),
      runs,
    );
  });

  test('for the rows of the ledger', async () => {
    const day = fc.constantFrom('2026-03-01', '2026-03-02');
    const row = fc.record({
      userId: fc.constantFrom('u-1', 'u-2', 'u-3', 'ü', 'constructor', '#01'),
      credits: fc.integer({ min: 0, max: 5 }),
      email: fc.constantFrom(null, 'a@x.example', 'A@x.example'),
    });
    const write = fc.record({ day, rows: fc.array(row, { maxLength: 6 }) });
    const commands = commandsOf<LedgerStore>(
      command('put', write, async (store, drawn) => store.putRows(drawn.day, drawn.rows)),
      command('read', day, async (store, drawn) => store.readRows(drawn)),
      command('read each', fc.array(day, { maxLength: 3 }), async (store, days) =>
        Array.fromAsync(store.readEach(days), ({ day: read, rows }) => [read, new Set(rows)]),
      ),
      command('read user', row, async (store, { userId }) =>
        store.readUser(userId, { from: '2026-02-27', through: '2026-03-03' }),
      ),
    );

    await fc.assert(
      fc.asyncProperty(commands, async (drawn) => {
        const { ledger } = await engine.freshTables('ledger');
        const stores = { memory: memoryLedgerStore(), dynamo: dynamoLedgerStore(engine.dynamo(), ledger) };
        const answers = await answersTo<LedgerStore>(drawn, stores);
        expect(answers.dynamo).toEqual(answers.memory);
      }),
      runs,
    );
  });

  test('for budgets and their journal', async () => {
    interface Bench {
      readonly store: BudgetStore;
      readonly journal: Journal;
    }
    const amount = fc.oneof(
      fc.constant({ kind: 'unlimited' } as const),
      fc.nat({ max: 3 }).map((credits) => ({ kind: 'credits', credits }) as const),
    );
    const edit = fc.record({
      scope: fc.constantFrom({ kind: 'org' } as const, { kind: 'user', email: 'a@x.example' } as const),
      window: fc.constantFrom('day' as const, 'month' as const),
      seenVersion: fc.nat({ max: 3 }),
      step: fc.integer({ min: 1, max: 2 }),
      amount: fc.option(amount, { nil: undefined }),
      name: fc.constantFrom('ada', 'bob'),
      entryId: fc.integer({ min: 0, max: 200 }),
    });
    const commands = commandsOf<Bench>(
      command('edit', edit, async ({ store }, drawn) => {
        const { scope, window, seenVersion, step, amount: wanted, name, entryId } = drawn;
        const rest = { mode: 'enforce', thresholds: [50], forecastAlert: true, owners: [] } as const;
        const terms = wanted === undefined ? {} : { terms: { scope, window, amount: wanted, ...rest } };
        const entry = { id: `e-${entryId}`, at, kind: 'budget-changed', actor: name, detail: {} } as const;
        const made = { version: seenVersion + step, way: 'command', by: name, at } as const;
        await store.edit({ key: { scope, window }, seenVersion, ...made, ...terms }, entry);
      }),
      command('list', nothing, async ({ store, journal }) => [
        await store.list(),
        await store.listVersions(),
        await journal.list({ from: '2026-03-15', through: '2026-03-15' }, 1_000),
      ]),
    );

    await fc.assert(
      fc.asyncProperty(commands, async (drawn) => {
        const tables = await engine.freshTables('budgets', 'versions', 'journal');
        const kept = memoryJournal();
        const stores = {
          memory: { store: memoryBudgetStore(kept), journal: kept },
          dynamo: {
            store: dynamoBudgetStore(engine.dynamo(), tables),
            journal: dynamoJournal(engine.dynamo(), tables.journal),
          },
        };
        const answers = await answersTo<Bench>(drawn, stores);
        expect(answers.dynamo).toEqual(answers.memory);
      }),
      runs,
    );
  });

  test('for teams and their journal', async () => {
    interface Bench {
      readonly store: TeamStore;
      readonly journal: Journal;
    }
    const edit = fc.record({
      team: fc.constantFrom('web', 'ops'),
      seenVersion: fc.nat({ max: 3 }),
      member: fc.option(fc.constantFrom('a@x.example', '*@x.example', 'metadata.unit=web'), { nil: undefined }),
      position: fc.integer({ min: 1, max: 2 }),
      name: fc.constantFrom('ada', 'bob'),
      entryId: fc.integer({ min: 0, max: 200 }),
    });
    const commands = commandsOf<Bench>(
      command('edit', edit, async ({ store }, { team, seenVersion, member, position, name, entryId }) => {
        const terms = member === undefined ? {} : { terms: { name: team, members: rules(member), position } };
        const entry = { id: `e-${entryId}`, at, kind: 'team-changed', actor: name, detail: {} } as const;
        const made = { version: seenVersion + 1, way: 'command', by: name, at } as const;
        await store.edit({ key: { name: team }, seenVersion, ...made, ...terms }, entry);
      }),
      command('list', nothing, async ({ store, journal }) => [
        await store.list(),
        await journal.list({ from: '2026-03-15', through: '2026-03-15' }, 1_000),
      ]),
    );

    await fc.assert(
      fc.asyncProperty(commands, async (drawn) => {
        const tables = await engine.freshTables('teams', 'versions', 'journal');
        const kept = memoryJournal();
        const stores = {
          memory: { store: memoryTeamStore(kept), journal: kept },
          dynamo: {
            store: dynamoTeamStore(engine.dynamo(), tables),
            journal: dynamoJournal(engine.dynamo(), tables.journal),
          },
        };
        const answers = await answersTo<Bench>(drawn, stores);
        expect(answers.dynamo).toEqual(answers.memory);
      }),
      runs,
    );
  });
});
