import type { EditedKind, Stamp } from '../kernel/records/record-kind.ts';
import type { Day } from '../kernel/time/day.ts';

export const targetLimits = { textCharsMax: 200, ownersMax: 20, noteCharsMax: 300 } as const;

/** A target: on a day, a criterion passes in some repositories. */
export interface TargetTerms {
  /** The criterion's id. */
  readonly criterion: string;
  /** An address, its path (`acme/billing`), or a pattern in which `*` stands for anything. */
  readonly repository: string;
  /** The day by which it is to be met. */
  readonly by: Day;
  /** How many of a hundred applications have to pass. */
  readonly percent: number;
  /** The branch that counts; the main one unless given. */
  readonly branch?: string;
  /** Emails, notified beside the admins. */
  readonly owners: readonly string[];
  readonly note?: string;
}

export type Target = TargetTerms & Stamp;
export type TargetKey = Pick<TargetTerms, 'criterion' | 'repository'>;

export const targetKind: EditedKind<TargetKey, TargetTerms> = {
  name: 'readiness-target',
  plainKey: ({ criterion, repository }) => ({ criterion, repository }),
  plain: ({ criterion, repository, by, percent, branch, owners, note }) => ({
    criterion,
    repository,
    by,
    percent,
    branch,
    owners: [...owners],
    note,
  }),
  subject: ({ criterion, repository }) => `${criterion} / ${repository}`,
  title: ({ criterion, repository }) => `the target for ${criterion} in ${repository}`,
  sets: ['owners'],
};
