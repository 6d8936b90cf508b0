/** A readiness report from the platform. Texts are printable and cut, without secrets. */
export interface ReadinessReport {
  readonly reportId: string;
  readonly createdAtMs: number;
  readonly repository: string;
  readonly branch?: string;
  readonly commit?: string;
  /** Whether it shows the branch as on the remote, without local changes and unpushed commits. */
  readonly state: ReportState;
  readonly apps: readonly string[];
  readonly criteria: Readonly<Record<string, Evaluation>>;
  readonly judge: Judge;
}

/** `unsaid`: the platform did not say all of it, and nothing contradicts it. */
export type ReportState = 'clean' | 'changed' | 'unsaid';

/** One criterion: `numerator` of `denominator` applications pass; the denominator is 1 for the repository. */
export interface Evaluation {
  readonly numerator: number;
  readonly denominator: number;
  /** Only kept for what does not pass. */
  readonly rationale?: string;
}

/** The author of a report: another one may judge the same code differently. */
export interface Judge {
  readonly model?: string;
  readonly version?: string;
}

export function passes({ numerator, denominator }: Evaluation): boolean {
  return numerator === denominator;
}

export function describeEvaluation({
  numerator,
  denominator,
}: {
  readonly numerator: number;
  readonly denominator: number;
}): string {
  if (denominator === 1) {
    return numerator === 1 ? 'passes' : 'fails';
  }
  return `${numerator} of ${denominator} pass`;
}

/** Describes how two judges differ; undefined if they are equal. Unknown on both sides is no difference. */
export function judgeChange(before: Judge, after: Judge): string | undefined {
  const changes = [
    ...changeOf('model', before.model, after.model),
    ...changeOf('client version', before.version, after.version),
  ];
  return changes.length === 0 ? undefined : changes.join(', ');
}

/** Whether another model or client version judged. Only the first parts of a version count, as clients update often. */
export function isOtherJudge(before: Judge, after: Judge, versionParts: number): boolean {
  const partsOf = ({ version }: Judge): string | undefined => version?.split('.').slice(0, versionParts).join('.');
  return before.model !== after.model || partsOf(before) !== partsOf(after);
}

function changeOf(what: string, before: string | undefined, after: string | undefined): readonly string[] {
  return before === after ? [] : [`${what} ${before ?? 'unknown'} -> ${after ?? 'unknown'}`];
}

/** Sorts reports by time, then by id, so that the order of reading does not matter. */
export function compareReports(
  a: ReadinessReport,
  b: { readonly createdAtMs: number; readonly reportId: string },
): number {
  return a.createdAtMs - b.createdAtMs || (a.reportId < b.reportId ? -1 : Number(a.reportId > b.reportId));
}

/** Returns the path of a repository's address, such as `acme/billing`; the whole text where it has none. */
export function repositoryPath(repository: string): string {
  const path = repository.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*\//iu, '').replace(/\.git$/u, '');
  return path === '' ? repository : path;
}
