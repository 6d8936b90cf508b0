import type { WantedBudget } from '../domain/budgets/diff-budgets.ts';

/** Something in a file that an admin has to know, and where it stands: `line 3`, `entry 2 (line 9)` or `file`. */
export interface FileNote {
  readonly at: string;
  readonly text: string;
}

/** One budget as a file says it. */
export interface FileBudget {
  readonly at: string;
  readonly budget: WantedBudget;
}

/** What one format makes of a text: its sound rows, and what is wrong with the others. */
export interface FileRows {
  readonly budgets: readonly FileBudget[];
  readonly problems: readonly FileNote[];
}
