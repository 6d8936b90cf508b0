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
