import type { BudgetTerms } from '../../domain/budgets/budget.ts';
import type { MemberRule } from '../../domain/teams/member-rule.ts';

/** Something in a file that an admin has to know, and where it stands: `line 3`, `entry 2 (line 9)` or `file`. */
export interface FileNote {
  readonly at: string;
  readonly text: string;
}

/** One budget as a file says it. */
export interface FileBudget {
  readonly at: string;
  readonly budget: BudgetTerms;
  /** Fields of which it says nothing. */
  readonly unsaid: readonly string[];
}

/** One member of one team as a file says it. */
export interface FileMember {
  readonly at: string;
  readonly team: string;
  readonly member: MemberRule;
}

/** What one format makes of a text: its valid rows, and what is wrong with the others. */
export interface FileRows {
  /** Absent: the text says nothing about budgets. */
  readonly budgets?: readonly FileBudget[];
  /** Absent: the text says nothing about teams. */
  readonly members?: readonly FileMember[];
  readonly problems: readonly FileNote[];
}
