/** A computer as the platform showed it. Texts are printable and cut, without secrets; times are Unix milliseconds. */
export interface SeenComputer {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly createdAtMs: number;
  /** `other` for a word that the document does not name; absent where the platform did not say. */
  readonly status?: 'provisioning' | 'active' | 'error' | 'other';
  /** Absent where the platform named none. */
  readonly steps?: readonly SeenStep[];
  readonly ownerKind?: string;
  readonly ownerId?: string;
}

/** A step of provisioning. */
export interface SeenStep {
  readonly id?: string;
  readonly name?: string;
  /** Its status in the platform's own word: which there are is not shown. */
  readonly word?: string;
  readonly error?: string;
  readonly startedAtMs?: number;
  readonly completedAtMs?: number;
  readonly installSessionId?: string;
}

/** A step as people read it. */
export function stepTitle({ name, id }: SeenStep): string {
  return name ?? id ?? 'a step without a name';
}

/**
 * Whether a step is the one that `install-deps` starts again. The document names no step; it says that an install
 * session belongs to a step, and the endpoint says what it retries.
 */
export function isInstallStep({ id = '', name = '', installSessionId }: SeenStep): boolean {
  return installSessionId !== undefined || [id, name].some((text) => /install.{0,3}dep/iu.test(text));
}

/** One run of a step, distinguished from later runs of it by what the platform says of when it ran and in which session. */
export function stepRunOf(step: SeenStep): { readonly key: string; readonly isDistinguishable: boolean } {
  const marks = [step.installSessionId, step.startedAtMs, step.completedAtMs];
  return {
    key: [stepTitle(step), ...marks.map((mark) => mark ?? '')].join('/'),
    isDistinguishable: marks.some((mark) => mark !== undefined),
  };
}

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
