/** A computer as the platform showed it. Texts are printable and cut, without secrets; times are Unix milliseconds. */
export interface SeenComputer {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly createdAtMs: number;
  /** `other` for an undocumented word; absent where the platform gave none. */
  readonly status?: 'provisioning' | 'active' | 'error' | 'other';
  readonly steps?: readonly SeenStep[];
  readonly ownerKind?: string;
  readonly ownerId?: string;
}

export interface SeenStep {
  readonly id?: string;
  readonly name?: string;
  readonly word?: string;
  readonly error?: string;
  readonly startedAtMs?: number;
  readonly completedAtMs?: number;
  readonly installSessionId?: string;
}

export function stepTitle({ name, id }: SeenStep): string {
  return name ?? id ?? 'a step without a name';
}

/** Whether `install-deps` retries this step: the document says only that an install session belongs to a step. */
export function isInstallStep({ id = '', name = '', installSessionId }: SeenStep): boolean {
  return installSessionId !== undefined || [id, name].some((text) => /install.{0,3}dep/iu.test(text));
}

export function stepRunOf(step: SeenStep): { readonly key: string; readonly isDistinguishable: boolean } {
  const marks = [step.installSessionId, step.startedAtMs, step.completedAtMs];
  return {
    key: [stepTitle(step), ...marks.map((mark) => mark ?? '')].join('/'),
    isDistinguishable: marks.some((mark) => mark !== undefined),
  };
}

/**
 * Meanings of step status words. The document does not list them, so a meaning is learned where a word is seen while
 * the computer's documented status is active or in error. Days of first sight.
 */
export type StepWords = Readonly<Record<string, WordSeen>>;

interface WordSeen {
  /** On a computer that was active. */
  readonly finished?: string;
  /** On a step with an error, of a computer in error. */
  readonly failed?: string;
  /** On a step that had begun and not ended, of a computer in provisioning. */
  readonly running?: string;
}

const wordsMax = 100;

/** Learns status words from a computer. A word seen again changes nothing. */
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

/** Returns a word's meaning; unknown if it was not seen where its meaning shows, or seen with both meanings. */
export function meaningOf(word: string | undefined, words: StepWords): 'finished' | 'failed' | 'running' | 'unknown' {
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
