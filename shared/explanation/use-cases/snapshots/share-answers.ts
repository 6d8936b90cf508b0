import { FiguresPendingError, patienceMs, within } from './share-snapshots.ts';

export type ShareAnswer = <Answer>(wanted: WantedAnswer<Answer>) => Promise<Answer>;

interface WantedAnswer<Answer> {
  /** The question, identical for all who may share the answer. */
  readonly topic: string;
  /** A digest of the answer's inputs: another version makes it stale. */
  readonly version: string;
  readonly make: () => Promise<Answer>;
  /** The part of a stale answer that is given while a new one is made. */
  readonly asOld: (answer: Answer) => Answer;
  /** Set for a page that shows an answer of before a change, or none, rather than wait: it throws FiguresPendingError. */
  readonly takesOld?: boolean;
  /** Parses an answer that an earlier process stored; undefined when too old or of another format. */
  readonly readKept: (kept: unknown) => Answer | undefined;
}

/** Stores answers beyond the process. Must not throw: without it they are recomputed. */
export interface AnswerKeep {
  readonly read: (topic: string) => Promise<unknown>;
  readonly write: (topic: string, answer: unknown) => Promise<void>;
}

interface SharedAnswers {
  readonly share: ShareAnswer;
  /** Something was changed here: answers begun before are no longer given. */
  readonly changed: () => void;
}

interface SharedAnswer {
  readonly version: string;
  readonly begunMs: number;
  readonly answer: Promise<unknown>;
  isMade: boolean;
}

/** External changes outside the version show after at most this long. */
const keptMsMax = 120_000;
/** How long a stale answer, which states its time, is given while a new one is made. */
const oldMsMax = 600_000;

/** Shares answers to equal questions. May start with an earlier process's while computing. Its clock is monotonic. */
export function sharedAnswers(clock = () => performance.now(), keep?: AnswerKeep): SharedAnswers {
  /** Answers of an earlier process, valid until something is changed here. */
  let earlierAnswers = keep;
  const newest = new Map<string, SharedAnswer>();
  const made = new Map<string, SharedAnswer>();
  /** Of before the last change here. */
  const superseded = new Map<string, SharedAnswer>();

  function begin({ topic, version, make }: Pick<WantedAnswer<unknown>, 'topic' | 'version' | 'make'>): SharedAnswer {
    const own: SharedAnswer = { version, begunMs: clock(), answer: make(), isMade: false };
    newest.set(topic, own);
    own.answer.then(
      (answer) => {
        own.isMade = true;
        if (newest.get(topic) === own) {
          made.set(topic, own);
          superseded.delete(topic);
          void keep?.write(topic, answer);
        }
      },
      () => {
        if (newest.get(topic) === own) {
          newest.delete(topic);
        }
      },
    );
    return own;
  }

  function isYoung({ begunMs }: SharedAnswer, ageMsMax: number): boolean {
    return clock() - begunMs <= ageMsMax;
  }

  function young(answer: SharedAnswer | undefined): SharedAnswer | undefined {
    return answer !== undefined && isYoung(answer, oldMsMax) ? answer : undefined;
  }

  return {
    changed: () => {
      earlierAnswers = undefined;
      newest.clear();
      made.forEach((answer, topic) => superseded.set(topic, answer));
      made.clear();
    },
    share: async <Answer>(wanted: WantedAnswer<Answer>): Promise<Answer> => {
      const last = newest.get(wanted.topic);
      const isOfNow = last !== undefined && last.version === wanted.version && isYoung(last, keptMsMax);
      // An answer in progress may lack a run that has begun meanwhile; the next one has it.
      const own = isOfNow || last?.isMade === false ? last : begin(wanted);
      const old = young(made.get(wanted.topic));
      if (own.isMade) {
        return (await own.answer) as Answer;
      }
      if (old !== undefined) {
        return wanted.asOld((await old.answer) as Answer);
      }
      const earlier = earlierAnswers && wanted.readKept(await earlierAnswers.read(wanted.topic));
      // A change during the read makes the earlier answer stale.
      return earlier === undefined || earlierAnswers === undefined || own.isMade
        ? waitFor(wanted, own, young(superseded.get(wanted.topic)))
        : wanted.asOld(earlier);
    },
  };
}

/** Waits for an answer, but for a moment alone where an old one would do. */
async function waitFor<Answer>(
  { takesOld = false, asOld }: WantedAnswer<Answer>,
  { answer }: SharedAnswer,
  old: SharedAnswer | undefined,
): Promise<Answer> {
  const soon = takesOld ? await within(answer, patienceMs) : await answer;
  if (soon !== undefined) {
    return soon as Answer;
  }
  if (old === undefined) {
    throw new FiguresPendingError();
  }
  return asOld((await old.answer) as Answer);
}
