import type { FiguresElsewhere } from '../../shared/kernel/api/http/answer-call.ts';
import { Problem } from '../../shared/kernel/api/problem.ts';
import type { ThreadOutcome } from './figures-thread.ts';
import type { FiguresThread } from './open-thread.ts';

export interface FiguresThreads {
  readonly answer: FiguresElsewhere;
  /** Has current figures made, and shown once they are there. */
  readonly refresh: () => void;
  readonly end: () => Promise<void>;
}

/**
 * Answers from figures in two threads. One shows the last ones at once and never makes any; the other makes current
 * ones, for callers who wait for these and for what takes long. Once they are made and nobody waits, the threads change
 * parts, and the other one catches up. The clock is in milliseconds.
 */
export function figuresThreads(
  [first, second]: readonly [FiguresThread, FiguresThread],
  {
    onError,
    clock = () => performance.now(),
  }: { readonly onError: (error: unknown) => void; readonly clock?: () => number },
): FiguresThreads {
  let [showing, making] = [first, second];
  const work = countedWork();
  /** When the figures that are being made were begun, and how long the last ones took. */
  let [begunMs, tookMs]: [number | undefined, number] = [undefined, 0];

  async function refreshed(): Promise<void> {
    const made = await work.count(making.ask({ kind: 'refresh' }));
    if (made.kind !== 'refreshed') {
      throw failureOf(made);
    }
  }

  async function changeParts(): Promise<void> {
    const startedMs = clock();
    begunMs = startedMs;
    try {
      await refreshed();
      tookMs = clock() - startedMs;
      await work.idle();
      [showing, making] = [making, showing];
    } finally {
      begunMs = undefined;
    }
    // Or the next caller who waits would wait for figures that the other thread has.
    await refreshed();
  }

  function refresh(): void {
    if (begunMs === undefined) {
      void changeParts().catch(onError);
    }
  }

  return {
    refresh,
    answer: async (call, { takesOld }) => {
      const task = { kind: 'answer', call, isKept: takesOld } as const;
      const outcome = await (takesOld ? showing.ask(task) : work.count(making.ask(task)));
      if (outcome.kind !== 'answered') {
        if (outcome.kind === 'problem' && outcome.problem.kind === 'computing') {
          refresh();
        }
        throw failureOf(outcome);
      }
      const { old, ...answered } = outcome;
      if (old === undefined) {
        return answered;
      }
      refresh();
      return { ...answered, old: { ...old, newerInMs: Math.max(0, tookMs - (clock() - (begunMs ?? clock()))) } };
    },
    end: async () => {
      await Promise.all([showing.end(), making.end()]);
    },
  };
}

/** Counts what goes on, and tells when nothing does. */
function countedWork() {
  let going = 0;
  let idle = Promise.withResolvers<void>();
  return {
    async count<Value>(work: Promise<Value>): Promise<Value> {
      going += 1;
      try {
        return await work;
      } finally {
        going -= 1;
        if (going === 0) {
          idle.resolve();
          idle = Promise.withResolvers();
        }
      }
    },
    async idle(): Promise<void> {
      while (going > 0) {
        await idle.promise;
      }
    },
  };
}

function failureOf(outcome: ThreadOutcome): Error {
  switch (outcome.kind) {
    case 'problem': {
      const { kind, message, fields, facts } = outcome.problem;
      return new Problem(kind, message, { fields, facts });
    }
    case 'failed':
      return new Error(outcome.text);
    case 'answered':
    case 'refreshed':
      return new Error('A thread answered another task');
  }
}
