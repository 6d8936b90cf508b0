import { beforeEach, describe, expect, test } from 'vitest';

import { figuresThreads } from '../../../../local/figures/figures-elsewhere.ts';
import type { ThreadOutcome, ThreadTask } from '../../../../local/figures/figures-thread.ts';
import type { FiguresThread } from '../../../../local/figures/open-thread.ts';
import { callerOfMachine } from '../../../../shared/kernel/access/caller.ts';
import type { Problem } from '../../../../shared/kernel/api/problem.ts';

const call = { id: 'listCaps', caller: callerOfMachine('ada'), given: {} };
let nowMs = 0;
let errors: unknown[] = [];

beforeEach(() => {
  [nowMs, errors] = [0, []];
});

interface Asked extends PromiseWithResolvers<ThreadOutcome> {
  readonly by: string;
  readonly task: ThreadTask;
}

/** Two threads that do what they are told to when they are told to. */
function someThreads() {
  const asked: Asked[] = [];
  const thread = (by: string): FiguresThread => ({
    ask: async (task) => {
      const one = { by, task, ...Promise.withResolvers<ThreadOutcome>() };
      asked.push(one);
      return one.promise;
    },
    end: async () => Promise.resolve(),
  });
  const threads = figuresThreads([thread('a'), thread('b')], {
    onError: (error) => errors.push(error),
    clock: () => nowMs,
  });
  const finish = async (outcome: ThreadOutcome): Promise<void> => {
    asked.shift()?.resolve(outcome);
    await new Promise(setImmediate);
  };
  const show = async () => threads.answer(call, { takesOld: true });
  return { ...threads, asked, finish, show };
}

const answered: ThreadOutcome = { kind: 'answered', answer: { document: [] }, seenInputs: [] };
const old: ThreadOutcome = { ...answered, old: { ageMs: 5_000, newerInMs: 0 } };
const refreshed: ThreadOutcome = { kind: 'refreshed' };

describe('the threads of a large organization', () => {
  test('one shows the last figures while the other makes newer ones, then they change parts and both have these', async () => {
    const { asked, finish, show, refresh } = someThreads();
    refresh();
    nowMs = 9_000;
    await finish(refreshed);
    await finish(refreshed);

    const first = show();
    const shownBy = asked.map(({ by }) => by);
    await finish(old);
    const told = await first;
    const madeBy = asked.map(({ by, task }) => `${by} ${task.kind}`);
    nowMs += 2_000;
    const second = show();
    asked.reverse();
    await finish(old);
    const later = await second;
    await finish(refreshed);
    const caughtUpBy = asked.map(({ by, task }) => `${by} ${task.kind}`);
    void show();

    expect([shownBy, madeBy, caughtUpBy]).toEqual([['b'], ['a refresh'], ['b refresh']]);
    expect([told.old, later.old]).toEqual([
      { ageMs: 5_000, newerInMs: 9_000 },
      { ageMs: 5_000, newerInMs: 7_000 },
    ]);
    expect(asked.at(-1)?.by).toBe('a');
  });

  test('a caller who waits for current figures keeps no page waiting, and the parts stay until they are done', async () => {
    const { asked, finish, show, answer, refresh } = someThreads();
    const waiting = answer(call, { takesOld: false });
    refresh();
    void show();

    expect(asked.map(({ by }) => by)).toEqual(['b', 'b', 'a']);
    const [question] = asked.splice(0, 1);
    await finish(refreshed);
    void show();
    expect(asked.at(-1)?.by).toBe('a');
    question?.resolve(answered);
    await waiting;
    await new Promise(setImmediate);
    void show();
    expect(asked.at(-1)?.by).toBe('b');
  });

  test('the first figures are begun by the first page, which is told that they are not there yet', async () => {
    const { asked, finish, show } = someThreads();
    const first = show().catch((error: unknown) => error);
    await finish({ kind: 'problem', problem: { kind: 'computing', message: 'soon', fields: [], facts: {} } });

    expect(await first).toMatchObject({ kind: 'computing', status: 503 } satisfies Partial<Problem>);
    expect(asked.map(({ by, task }) => `${by} ${task.kind}`)).toEqual(['b refresh']);
  });

  test('a failure to make figures is reported, and they are made again when a page asks', async () => {
    const { asked, finish, show, refresh } = someThreads();
    refresh();
    await finish({ kind: 'failed', text: 'no table' });
    const page = show();
    await finish(old);

    await page;
    expect(errors).toEqual([new Error('no table')]);
    expect(asked.map(({ by, task }) => `${by} ${task.kind}`)).toEqual(['b refresh']);
  });
});
