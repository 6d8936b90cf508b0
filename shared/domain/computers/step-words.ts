import type { SeenComputer, SeenStep } from './seen-computer.ts';

/**
 * What the words mean in which the platform says how a step stands. They are "not shown", so a meaning is what was seen:
 * where a word stood when the computer itself, whose status is shown, was active or in error. Days of first sight.
 */
export type StepWords = Readonly<Record<string, WordSeen>>;

interface WordSeen {
  /** On a computer that was active. */
  readonly finished?: string;
  /** On a step with an error, of a computer in error. */
  readonly failed?: string;
  /** On a step that had begun and not ended, of a computer that was being provisioned. */
  readonly running?: string;
}

type WordMeaning = 'finished' | 'failed' | 'running' | 'unknown';

const wordsMax = 100;

/** What the words on a computer teach. Seeing the same again teaches nothing more. */
export function learnWords(words: StepWords, { status, steps = [] }: SeenComputer, day: string): StepWords {
  const learned: Record<string, WordSeen> = { ...words };
  for (const step of steps) {
    const meaning = evidenceOf(step, status);
    const { word } = step;
    if (word === undefined || meaning === undefined || (learned[word] === undefined && isFull(learned))) {
      continue;
    }
    learned[word] = { [meaning]: day, ...learned[word] };
  }
  return learned;
}

/** What a word means; unknown as long as it was not seen where its meaning shows, and where it was seen to mean both. */
export function meaningOf(word: string | undefined, words: StepWords): WordMeaning {
  const { finished, failed, running } = word === undefined ? {} : (words[word] ?? {});
  if (failed !== undefined) {
    return finished === undefined ? 'failed' : 'unknown';
  }
  return finished === undefined ? (running === undefined ? 'unknown' : 'running') : 'finished';
}

function evidenceOf(step: SeenStep, status: SeenComputer['status']): keyof WordSeen | undefined {
  if (status === 'active') {
    return 'finished';
  }
  if (status === 'error') {
    return step.error === undefined ? undefined : 'failed';
  }
  const isAtWork = step.startedAtMs !== undefined && step.completedAtMs === undefined && step.error === undefined;
  return status === 'provisioning' && isAtWork ? 'running' : undefined;
}

function isFull(words: StepWords): boolean {
  return Object.keys(words).length >= wordsMax;
}
