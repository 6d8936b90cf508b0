/** Makes an answer, or gives one that was made before. */
export type ShareAnswer = <Answer>(wanted: WantedAnswer<Answer>) => Promise<Answer>;

export interface WantedAnswer<Answer> {
  /** What is asked, the same for all who may share the answer. */
  readonly topic: string;
  /** What the answer would be made from, in short: another one makes it old. */
  readonly version: string;
  readonly make: () => Promise<Answer>;
}

/** Answers that take long to make and are asked for again and again. */
export interface SharedAnswers {
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

/** The clock in milliseconds never goes back. */
export function sharedAnswers(clock = () => performance.now()): SharedAnswers {
  const newest = new Map<string, Kept>();
  const made = new Map<string, Kept>();

  function begin({ topic, version, make }: WantedAnswer<unknown>): Kept {
    const own: Kept = { version, begunMs: clock(), answer: make(), isMade: false };
    newest.set(topic, own);
    own.answer.then(
      () => {
        own.isMade = true;
        if (newest.get(topic) === own) {
          made.set(topic, own);
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
      newest.clear();
      made.clear();
    },
    share: async <Answer>(wanted: WantedAnswer<Answer>): Promise<Answer> => {
      const last = newest.get(wanted.topic);
      const isOfNow = last !== undefined && last.version === wanted.version && isYoung(last, keptMsMax);
      // One that is being made is of a moment ago: a run that began meanwhile is in the next one.
      const own = isOfNow || last?.isMade === false ? last : begin(wanted);
      const old = made.get(wanted.topic);
      const given = !own.isMade && old !== undefined && isYoung(old, oldMsMax) ? old : own;
      return (await given.answer) as Answer;
    },
  };
}
