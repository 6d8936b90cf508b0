/** One thing that the doctor looked at. */
interface FindingDocument {
  readonly name: string;
  readonly about: string;
  /** What is true when it is ok. */
  readonly proves: string;
  readonly result: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly problem: string | null;
  readonly remedy: string | null;
  readonly facts: readonly string[];
  /** Why it was skipped. */
  readonly reason: string | null;
}

/** `doctor --json`. */
export interface DoctorDocument {
  /** ISO instant. */
  readonly at: string;
  readonly installation: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly findings: readonly FindingDocument[];
}
