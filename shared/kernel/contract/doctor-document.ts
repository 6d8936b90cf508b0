interface FindingDocument {
  readonly name: string;
  readonly about: string;
  readonly proves: string;
  readonly result: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly problem: string | null;
  readonly remedy: string | null;
  readonly facts: readonly string[];
  readonly reason: string | null;
}

export interface DoctorDocument {
  readonly at: string;
  readonly installation: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly findings: readonly FindingDocument[];
}
