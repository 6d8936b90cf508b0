import type { Severity } from '../notifications/severity.ts';
import type { Finding } from '../runs/finding.ts';
import { branchKey, type BranchRecord } from './branch-record.ts';
import { describeFall } from './describe-falls.ts';
import type { CriterionChange } from './fold-report.ts';
import type { OpenFall } from './open-falls.ts';

/** What a report of this run changed, and where. */
interface BranchChange {
  readonly record: Pick<BranchRecord, 'repository' | 'branch'>;
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

/** The kind of a finding that is an open fall. */
export function findingOfFall(record: BranchChange['record'], { criterion, fall }: OpenFall): Finding {
  return {
    ...kinds[fall.kind],
    subject: `${branchKey(record)} ${criterion}`,
    detail: describeFall({ criterion, fall }),
    action: null,
  };
}

/** What a run found out of criteria beside the falls that are open. */
export function findingOfChange({ record, change: { criterion, kind } }: BranchChange): Finding {
  const words = {
    recovered: 'is as it was before it fell',
    new: 'was evaluated for the first time',
    gone: 'is not evaluated any more, which is no regression',
  };
  const said = kind === 'recovered' || kind === 'new' || kind === 'gone' ? words[kind] : 'fell';
  return { ...kinds[kind], subject: `${branchKey(record)} ${criterion}`, detail: `${criterion} ${said}`, action: null };
}
