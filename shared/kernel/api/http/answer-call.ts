import { type AnswerKeep, sharedAnswers } from '../../../explanation/use-cases/snapshots/share-answers.ts';
import {
  type OldFigures,
  sharedSnapshots,
  type ShareSnapshot,
} from '../../../explanation/use-cases/snapshots/share-snapshots.ts';
import { isQuestion, operationRoutes } from '../../contract/routes.ts';
import { recentValues } from '../../recent-values.ts';
import type { FiguresAnswer, QuestionCall } from '../figures-answers.ts';
import type { Answer } from '../operation.ts';
import type { ApiContext } from '../perform-operation.ts';

/** Answers a question about figures in another thread. `takesOld`: from the last ones, at once. Raises Problem. */
export type FiguresElsewhere = (call: QuestionCall, terms: { readonly takesOld: boolean }) => Promise<FiguresAnswer>;

export interface AnswerOptions extends ApiContext {
  /**
   * Where answers that take long to make outlive this process; absent where nothing does, as in a function of AWS, which
   * stands still once it has answered: there figures are not made while a page has the last ones.
   */
  readonly keep?: AnswerKeep;
  /** Set, and giving something, where figures take so long to make that this thread must not. */
  readonly elsewhere?: () => FiguresElsewhere | undefined;
}

interface CallFrame {
  /** When the request came, by the clock of performance. */
  readonly askedMs: number;
  /** Called with what is told of older figures; absent for a caller who waits for current ones. */
  readonly onOld: ((old: OldFigures) => void) | undefined;
}

/** Versions of the tables: what is agreed to was mostly shown in the last minutes. */
const seenInputsKept = 20;

class FiguresNeededError extends Error {
  override readonly name = 'FiguresNeededError';
}

const notHere: ShareSnapshot = async () => Promise.reject(new FiguresNeededError());

/** Answers the calls of one process: figures and answers are shared among those that ask the same. */
export function callAnswerer(
  options: AnswerOptions,
): (call: QuestionCall, frame: CallFrame) => Promise<Answer<unknown>> {
  const shareFor = sharedSnapshots();
  const answers = sharedAnswers(undefined, options.keep);
  const seenInputs = recentValues<string>(seenInputsKept);

  async function askElsewhere(figures: FiguresElsewhere, call: QuestionCall, { onOld }: CallFrame) {
    const { answer, old, seenInputs: seen } = await figures(call, { takesOld: onOld !== undefined });
    seen.forEach(([key, inputs]) => seenInputs.set(key, inputs));
    if (old !== undefined) {
      onOld?.(old);
    }
    return answer;
  }

  return async (call, frame) => {
    const route = operationRoutes.get(call.id);
    const isAsked = route !== undefined && isQuestion(route);
    const figures = isAsked ? options.elsewhere?.() : undefined;
    // Its operations are loaded with the first call: a function that begins reads little.
    const { performOperation } = await import('../perform-operation.ts');
    const { askedMs, onOld } = frame;
    const shared =
      figures === undefined ? { share: shareFor(askedMs), onOld, shareAnswer: answers.share } : { share: notHere };
    try {
      return await performOperation(options, { ...call, ...shared, seenInputs });
    } catch (error) {
      if (figures === undefined || !(error instanceof FiguresNeededError)) {
        throw error;
      }
      return await askElsewhere(figures, call, frame);
    } finally {
      if (!isAsked) {
        answers.changed();
      }
    }
  };
}
