/** Makes an answer, or gives one that was made before: `of` says of what, and changes with it. */
export type ShareAnswer = <Answer>(of: string, make: () => Promise<Answer>) => Promise<Answer>;

/** Answers that take long to make and are asked for again and again. */
export interface SharedAnswers {
  readonly share: ShareAnswer;
  /** Something was changed: what was begun before is given to nobody any more. */
  readonly changed: () => void;
}

/** What changes elsewhere without a run is seen after so long at the latest. */
const keptMsMax = 120_000;
const keptCountMax = 8;

/** The clock in milliseconds never goes back. */
export function sharedAnswers(clock = () => performance.now()): SharedAnswers {
  const kept = new Map<string, { readonly begunMs: number; readonly answer: Promise<unknown> }>();
  return {
    changed: () => kept.clear(),
    share: async <Answer>(of: string, make: () => Promise<Answer>): Promise<Answer> => {
      const last = kept.get(of);
      if (last !== undefined && clock() - last.begunMs <= keptMsMax) {
        return (await last.answer) as Answer;
      }
      const own = { begunMs: clock(), answer: make() };
      kept.delete(of);
      kept.set(of, own);
      const [oldest] = kept.keys();
      if (kept.size > keptCountMax && oldest !== undefined) {
        kept.delete(oldest);
      }
      own.answer.catch(() => {
        if (kept.get(of) === own) {
          kept.delete(of);
        }
      });
      return own.answer;
    },
  };
}
