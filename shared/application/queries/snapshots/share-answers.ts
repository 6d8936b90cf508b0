/** Makes an answer, or gives one that was made before. */
export type ShareAnswer = <Answer>(wanted: WantedAnswer<Answer>) => Promise<Answer>;

interface WantedAnswer<Answer> {
  /** What is asked, the same for all who may share the answer. */
  readonly topic: string;
  /** What the answer would be made from, in short: another one makes it old. */
  readonly version: string;
  readonly make: () => Promise<Answer>;
  /** What is given of an old answer while a new one is being made. */
  readonly asOld: (answer: Answer) => Answer;
  /** Reads an answer that an earlier process kept; undefined for one that is too old, or of another form. */
  readonly readKept: (kept: unknown) => Answer | undefined;
}

/** Where answers outlive the process that made them. Must not raise: without it they are made again. */
export interface AnswerKeep {
  /** Undefined where there is none. */
  readonly read: (topic: string) => Promise<unknown>;
  readonly write: (topic: string, answer: unknown) => Promise<void>;
}

/** Answers that take long to make and are asked for again and again. */
interface SharedAnswers {
  readonly share: ShareAnswer;
  /** Somebody changed something here: what was begun before is given to nobody any more. */
  readonly changed: () => void;
}

interface Kept {
  readonly version: string;
  readonly begunMs: number;
  readonly answer: Promise<unknown>;
  isMade: boolean;
}

/** What changes elsewhere and is in no version is seen after so long at the latest. */
const keptMsMax = 120_000;
/** An old answer is given for so long while a new one is being made: it says as of when it is. */
const oldMsMax = 600_000;

/**
 * Answers for all who ask the same. The first of a process may be one that an earlier process kept, while a new one is
 * being made. The clock in milliseconds never goes back.
 */
export function sharedAnswers(clock = () => performance.now(), keep?: AnswerKeep): SharedAnswers {
  /** What an earlier process kept, until somebody changes something here. */
  let earlierAnswers = keep;
  const newest = new Map<string, Kept>();
  const made = new Map<string, Kept>();

  function begin({ topic, version, make }: Pick<WantedAnswer<unknown>, 'topic' | 'version' | 'make'>): Kept {
    const own: Kept = { version, begunMs: clock(), answer: make(), isMade: false };
    newest.set(topic, own);
    own.answer.then(
      (answer) => {
        own.isMade = true;
        if (newest.get(topic) === own) {
          made.set(topic, own);
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

  function isYoung({ begunMs }: Kept, ageMsMax: number): boolean {
    return clock() - begunMs <= ageMsMax;
  }

  return {
    changed: () => {
      earlierAnswers = undefined;
      newest.clear();
      made.clear();
    },
    share: async <Answer>(wanted: WantedAnswer<Answer>): Promise<Answer> => {
      const last = newest.get(wanted.topic);
      const isOfNow = last !== undefined && last.version === wanted.version && isYoung(last, keptMsMax);
      // One that is being made is of a moment ago: a run that began meanwhile is in the next one.
      const own = isOfNow || last?.isMade === false ? last : begin(wanted);
      const old = made.get(wanted.topic);
      if (own.isMade) {
        return (await own.answer) as Answer;
      }
      if (old !== undefined && isYoung(old, oldMsMax)) {
        return wanted.asOld((await old.answer) as Answer);
      }
      const earlier = earlierAnswers && wanted.readKept(await earlierAnswers.read(wanted.topic));
      // It was changed here while the earlier one was being read: then that is of before the change.
      return earlier === undefined || earlierAnswers === undefined || own.isMade
        ? ((await own.answer) as Answer)
        : wanted.asOld(earlier);
    },
  };
}
