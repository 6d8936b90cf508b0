import { readSnapshot } from '../../explanation/use-cases/snapshots/read-snapshot.ts';
import type { AnswerKeep, ShareAnswer } from '../../explanation/use-cases/snapshots/share-answers.ts';
import { type OldFigures, sharedSnapshots } from '../../explanation/use-cases/snapshots/share-snapshots.ts';
import { writeCreditsBy } from '../texts/credits.ts';
import { knownLookAlikes } from './look-alikes.ts';
import type { Answer } from './operation.ts';
import { type ApiContext, type OperationCall, performOperation } from './perform-operation.ts';
import { Problem } from './problem.ts';
import { snapshotOrder, snapshotPorts } from './snapshot-of.ts';

/** A call as it goes from one thread to another. */
export type QuestionCall = Pick<OperationCall, 'id' | 'caller' | 'given' | 'seen' | 'idempotencyKey'>;

export interface FiguresAnswer {
  readonly answer: Answer<unknown>;
  /** Set where it is of the last figures, which are not current. */
  readonly old?: OldFigures;
  /** Inputs of the impacts that it shows, by their keys. */
  readonly seenInputs: readonly (readonly [string, string])[];
}

/** Answers questions from figures that this thread makes and keeps. */
export function figuresAnswers({
  keep,
  onError,
  ...context
}: ApiContext & { readonly keep: AnswerKeep; readonly onError: (error: unknown) => void }): {
  /** Makes current figures, where the last ones are not. */
  refresh(): Promise<void>;
  /** Answers from current figures, made first where need be; `isKept`: from the last ones, at once. Raises Problem. */
  answer(call: QuestionCall, terms: { readonly isKept: boolean }): Promise<FiguresAnswer>;
} {
  const { installation, now } = context;
  const shareFor = sharedSnapshots();
  const lookAlikes = knownLookAlikes({ installation, now, onError });
  return {
    async refresh() {
      const work = { installation, nowMs: now(), share: shareFor(performance.now()) };
      await readSnapshot(snapshotPorts(work), snapshotOrder(work));
    },
    async answer(call, { isKept }) {
      writeCreditsBy(installation.readSettings(), now());
      await lookAlikes();
      let old: OldFigures | undefined;
      const note = (told: OldFigures): void => {
        old = told;
      };
      const current = shareFor(performance.now());
      const kept = shareFor(performance.now(), { isKept: true });
      const seen = new Map<string, string>();
      const answer = await performOperation(context, {
        ...call,
        share: isKept
          ? async (wanted, onOld) =>
              kept(wanted, (told) => {
                note(told);
                onOld?.(told);
              })
          : current,
        onOld: isKept ? note : undefined,
        shareAnswer: isKept ? answersBefore(keep, () => old === undefined) : undefined,
        seenInputs: seen,
      });
      return { answer, ...(old !== undefined && { old }), seenInputs: [...seen] };
    },
  };
}

/** Answers anew, and with what an earlier process stored until the first figures are made. */
function answersBefore(keep: AnswerKeep, isCurrent: () => boolean): ShareAnswer {
  return async ({ topic, make, asOld, readKept }) => {
    try {
      const answer = await make();
      if (isCurrent()) {
        void keep.write(topic, answer);
      }
      return answer;
    } catch (error) {
      const earlier =
        error instanceof Problem && error.kind === 'computing' ? readKept(await keep.read(topic)) : undefined;
      if (earlier === undefined) {
        throw error;
      }
      return asOld(earlier);
    }
  };
}
