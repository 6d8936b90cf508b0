import { expect, test } from 'vitest';

import type { LeaseNeeds, PortNeeds, Steps } from '../../../../../shared/kernel/runs/ports.ts';
import { immediateSteps } from '../../../../../shared/kernel/runs/store/immediate-steps.ts';
import { leasedPorts } from '../../../../../shared/kernel/runs/use-cases/lease-keeper.ts';

interface Platform {
  list(): AsyncIterable<number>;
  ask(question: string): Promise<string>;
}

interface Store {
  readonly name: string;
  read(): Promise<string>;
  write(row: string): Promise<void>;
}

interface Ports {
  readonly steps: Steps;
  readonly platform: Platform;
  readonly store: Store;
  readonly journal: { append(): Promise<void> };
  readonly progress?: { report(): void };
}

const platformNeeds: PortNeeds<Platform> = { list: 'pages', ask: 'call' };
const storeNeeds: PortNeeds<Store> = { name: 'free', read: 'free', write: 'write' };
const needs: LeaseNeeds<Ports> = {
  steps: 'free',
  platform: platformNeeds,
  store: storeNeeds,
  journal: 'free',
  progress: { report: 'write' },
};

/** Ports that write down, in order, what is done with them and with the lease. */
function aWorld() {
  const log: string[] = [];
  const note = async (what: string) => Promise.resolve(void log.push(what));
  const ports: Ports = {
    steps: immediateSteps(),
    platform: {
      async *list() {
        await note('page');
        yield 1;
        await note('page');
        yield 2;
      },
      async ask(question) {
        await note(`ask ${question}`);
        return 'answer';
      },
    },
    store: {
      name: 'rows',
      async read() {
        await note('read');
        return 'row';
      },
      write: async (row) => note(`write ${row}`),
    },
    journal: { append: async () => note('append') },
  };
  const keeper = { fence: 1, keep: async () => note('keep'), renew: async () => note('renew') };
  return { log, leased: leasedPorts(ports, needs, keeper) };
}

test('a write begins with half of the lease, and hands its arguments on', async () => {
  const { log, leased } = aWorld();

  await leased.store.write('a');

  expect(log).toEqual(['keep', 'write a']);
});

test('a call of the platform begins with the whole lease, and gives its answer', async () => {
  const { log, leased } = aWorld();

  expect(await leased.platform.ask('why')).toBe('answer');

  expect(log).toEqual(['renew', 'ask why']);
});

test('pages begin with the whole lease, and each keeps it', async () => {
  const { log, leased } = aWorld();

  const pages = await Array.fromAsync(leased.platform.list());

  expect(pages).toEqual([1, 2]);
  expect(log).toEqual(['renew', 'page', 'keep', 'page', 'keep']);
});

test('what is free does not ask for the lease', async () => {
  const { log, leased } = aWorld();

  await leased.store.read();
  await leased.journal.append();

  expect(log).toEqual(['read', 'append']);
  expect([leased.store.name, leased.progress]).toEqual(['rows', undefined]);
});

test('a step begins with half of the lease, one of a group too', async () => {
  const { log, leased } = aWorld();

  await leased.steps.group('both', async (steps) => steps.run('one', async () => log.push('step')));

  expect(log).toEqual(['keep', 'step']);
});
