import type { BudgetTerms } from '../../../../budgets/budget.ts';
import type { MemberRule } from '../../../../teams/member-rule.ts';

/** A note on a file, and its place: `line 3`, `entry 2 (line 9)` or `file`. */
export interface FileNote {
  readonly at: string;
  readonly text: string;
}

export interface FileBudget {
  readonly at: string;
  readonly budget: BudgetTerms;
  /** Fields it does not state. */
  readonly unsaid: readonly string[];
}

export interface FileMember {
  readonly at: string;
  readonly team: string;
  readonly member: MemberRule;
}

export interface FileRows {
  /** Absent: the text says nothing about budgets. */
  readonly budgets?: readonly FileBudget[];
  /** Absent: the text says nothing about teams. */
  readonly members?: readonly FileMember[];
  readonly problems: readonly FileNote[];
}
