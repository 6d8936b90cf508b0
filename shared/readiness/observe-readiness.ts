import type { Finding } from '../kernel/runs/finding.ts';
import { counted } from '../kernel/texts/amounts.ts';
import { observationOf, type Observation } from '../notifications/observation.ts';
import type { Severity } from '../notifications/severity.ts';
import { branchKey, type BranchRecord } from './branch-record.ts';
import type { CriterionChange } from './fold-report.ts';
import type { RepositoryResult } from './judge-target.ts';
import { fallenBy, type FallenLine, describeFall, describePlace, type OpenFall } from './open-falls.ts';
import type { TargetTerms } from './target.ts';

const linesShownMax = 20;
const repositoriesShownMax = 10;

/** Observes regressions: certain ones separately from those that another judge or scope may explain. */
export function observeFalls(lines: readonly FallenLine[]): readonly Observation[] {
  const certain = fallenBy(lines, ['regression', 'worse']).map((line) => {
    const isRegression = line.falls.some(({ fall }) => fall.kind === 'regression');
    return fallenObservation(line, {
      topic: 'readiness-regression',
      severity: isRegression ? 'medium' : 'low',
      what: isRegression ? 'that passed before' : 'with fewer passes than before',
    });
  });
  const inDoubt = fallenBy(lines, ['other-judge', 'other-scope']).map((line) =>
    fallenObservation(line, {
      topic: 'readiness-in-doubt',
      severity: 'low',
      what: 'since another model, client version or set of applications was judged',
    }),
  );
  return [...certain, ...inDoubt];
}

function fallenObservation(
  { record, line, falls }: FallenLine,
  { topic, severity, what }: Pick<Observation, 'topic' | 'severity'> & { readonly what: string },
): Observation {
  const fail = falls.length === 1 ? 'fails' : 'fail';
  const unsaid =
    line.newest.state === 'clean'
      ? []
      : ['The platform does not say whether the tree had local changes or unpushed commits.'];
  const more = falls.length - linesShownMax;
  return observationOf({
    topic,
    key: `${branchKey(record)}#${line.apps[0] ?? ''}`,
    fingerprint: falls.map(({ criterion, fall }) => `${criterion}@${fall.before.at}`).join(),
    severity,
    headline: `${describePlace(record, line)}: ${counted(falls.length, 'criterion', 'criteria')} ${fail} ${what}`,
    details: [
      ...falls.slice(0, linesShownMax).map(describeFall),
      ...(more > 0 ? [`and ${counted(more, 'criterion', 'criteria')} more: "npx curfew readiness regressions"`] : []),
      ...unsaid,
    ],
    resolvedHeadline: `${describePlace(record, line)}: nothing that fell is open any more`,
  });
}

/** Observes a missed target after its day, with the repositories that do not meet it. */
export function observeTarget(target: TargetTerms, results: readonly RepositoryResult[]): Observation | undefined {
  const missed = results.filter(({ status }) => status === 'missed');
  if (missed.length === 0) {
    return undefined;
  }
  const { criterion, repository, by, percent, owners } = target;
  const more = missed.length - repositoriesShownMax;
  return observationOf({
    topic: 'readiness-target',
    key: `${criterion} / ${repository}`,
    fingerprint: `${by}/${percent}`,
    severity: 'medium',
    owners,
    headline: `${counted(missed.length, 'repository', 'repositories')} ${missed.length === 1 ? 'misses' : 'miss'} the target for ${criterion} of ${by}`,
    details: [
      ...missed.slice(0, repositoriesShownMax).map(describeResult),
      ...(more > 0
        ? [`and ${counted(more, 'repository', 'repositories')} more: "npx curfew readiness targets list"`]
        : []),
    ],
    resolvedHeadline: `Every repository meets the target for ${criterion} of ${by}`,
  });
}

function describeResult({ repository, numerator = 0, denominator, status }: RepositoryResult): string {
  return denominator === undefined
    ? `${repository}: no report that counts has evaluated it`
    : `${repository}: ${numerator} of ${denominator} pass (${status})`;
}

export function observeReading(problems: readonly string[]): readonly Observation[] {
  return problems.length === 0
    ? []
    : [
        observationOf({
          topic: 'readiness-reading',
          key: 'list',
          fingerprint: 'doubtful',
          severity: 'low',
          headline: 'The list of readiness reports did not come whole',
          details: [...problems, 'What was read counts; what is missing is read by the next run.'],
          resolvedHeadline: 'The list of readiness reports comes whole again',
        }),
      ];
}

interface BranchChange {
  readonly record: BranchRecord;
  readonly change: CriterionChange;
}

const kinds: Readonly<Record<CriterionChange['kind'], { readonly kind: string; readonly severity: Severity }>> = {
  regression: { kind: 'readiness-regression', severity: 'medium' },
  worse: { kind: 'readiness-worse', severity: 'low' },
  'other-judge': { kind: 'readiness-other-judge', severity: 'low' },
  'other-scope': { kind: 'readiness-other-scope', severity: 'low' },
  recovered: { kind: 'readiness-recovered', severity: 'info' },
  new: { kind: 'criterion-new', severity: 'info' },
  gone: { kind: 'criterion-gone', severity: 'info' },
};

export function findingOfFall(record: BranchChange['record'], { criterion, fall }: OpenFall): Finding {
  return {
    ...kinds[fall.kind],
    subject: `${branchKey(record)} ${criterion}`,
    detail: describeFall({ criterion, fall }),
    action: null,
  };
}

/** Returns a run's finding about a criterion other than its open regressions. */
export function findingOfChange({ record, change: { criterion, kind } }: BranchChange): Finding {
  const words = {
    recovered: 'is as it was before it fell',
    new: 'was evaluated for the first time',
    gone: 'is not evaluated any more, which is no regression',
  };
  const said = kind === 'recovered' || kind === 'new' || kind === 'gone' ? words[kind] : 'fell';
  return { ...kinds[kind], subject: `${branchKey(record)} ${criterion}`, detail: `${criterion} ${said}`, action: null };
}
