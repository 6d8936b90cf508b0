import type { UserStore } from '../../shared/enforcement/ports.ts';
import type { FiguresElsewhere } from '../../shared/kernel/api/http/answer-call.ts';
import { type FiguresThreads, figuresThreads } from './figures-elsewhere.ts';
import type { FiguresThreadData } from './figures-thread.ts';
import { openThread } from './open-thread.ts';

/** From so many people on, figures take so long to make that pages would wait for each other. */
const peopleMin = 2_000;

export interface FiguresOfLarge {
  /** Undefined while the organization is small: its figures are made where they are asked for. */
  readonly current: () => FiguresElsewhere | undefined;
  /** Has current figures made; false while the organization is small. */
  readonly prepare: () => Promise<boolean>;
  readonly end: () => Promise<void>;
}

/** Threads for the figures of an organization, begun once it is large. */
export function figuresOfLarge({
  users,
  onError,
  ...data
}: FiguresThreadData & {
  readonly users: Pick<UserStore, 'list'>;
  readonly onError: (error: unknown) => void;
}): FiguresOfLarge {
  let threads: FiguresThreads | undefined;
  return {
    current: () => threads?.answer,
    async prepare() {
      if (threads === undefined && (await users.list()).length >= peopleMin) {
        threads ??= figuresThreads([openThread(data, onError), openThread(data, onError)], { onError });
      }
      threads?.refresh();
      return threads !== undefined;
    },
    end: async () => threads?.end(),
  };
}
