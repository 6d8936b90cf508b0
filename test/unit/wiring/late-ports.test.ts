import { expect, test } from 'vitest';

import { latePorts } from '../../../shared/wiring/late-ports.ts';

interface Ports {
  readonly users: { find(id: string): Promise<string>; list(from?: number): AsyncIterable<number> };
}

function latePortsOf(load: () => Promise<Ports>) {
  return latePorts(['users'], load);
}

const loaded: Ports = {
  users: {
    find: async (id) => `user ${id}`,
    async *list(from = 0) {
      yield from;
      yield from + 1;
    },
  },
};

test('ports are loaded when something is first asked of one of them, and once', async () => {
  let loads = 0;
  const { users } = latePortsOf(async () => {
    loads += 1;
    return loaded;
  });
  expect(loads).toBe(0);

  const [answer, rows] = await Promise.all([users.find('a'), Array.fromAsync(users.list(7))]);

  expect(answer).toBe('user a');
  expect(rows).toEqual([7, 8]);
  expect(loads).toBe(1);
});

test('a port that cannot be loaded fails the call, and the next call tries again', async () => {
  let isThere = false;
  const { users } = latePortsOf(async () => {
    if (!isThere) {
      throw new Error('cannot be loaded');
    }
    return loaded;
  });

  await expect(users.find('a')).rejects.toThrow('cannot be loaded');
  await expect(Array.fromAsync(users.list())).rejects.toThrow('cannot be loaded');
  isThere = true;

  expect(await users.find('a')).toBe('user a');
});

test('what a port raises is raised as it is', async () => {
  const { users } = latePortsOf(async () => ({
    users: { ...loaded.users, find: async () => Promise.reject(new TypeError('no such user')) },
  }));

  await expect(users.find('a')).rejects.toThrow(new TypeError('no such user'));
});

test('a late port is not copied: the copy would have no methods', () => {
  const { users } = latePortsOf(async () => loaded);

  expect(() => ({ ...users })).toThrow('cannot be copied');
});

test('rows that cannot be loaded fail whoever goes through them, however late that is', async () => {
  const { users } = latePortsOf(async () => Promise.reject(new Error('cannot be loaded')));

  const rows = users.list();
  await new Promise((resolve) => setTimeout(resolve, 5));

  await expect(Array.fromAsync(rows)).rejects.toThrow('cannot be loaded');
});
