import type { EditedKind, Stamp } from '../kernel/records/record-kind.ts';
import type { Day } from '../kernel/time/day.ts';

export const targetLimits = { textCharsMax: 200, ownersMax: 20, noteCharsMax: 300 } as const;

export interface TargetTerms {
  readonly criterion: string;
  /** An address, its path (`acme/billing`), or a pattern in which `*` stands for any text. */
  readonly repository: string;
  readonly by: Day;
  readonly percent: number;
  readonly branch?: string;
  readonly owners: readonly string[];
  readonly note?: string;
}

export type Target = TargetTerms & Stamp;
export type TargetKey = { readonly criterion: string; readonly repository: string };

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
