import type { OperationDocument } from '../../api/call-api.ts';

/** A held plan, as the API shows it. */
export type HeldPlan = OperationDocument<'showHeldPlan'>;
/** One of the list. */
export type PlanRow = OperationDocument<'listPlans'>['rows'][number];

/** A row of a plan as the table shows it. */
export interface PlanLine {
  readonly email: string;
  readonly from: number | null;
  readonly to: number;
  readonly reason: string;
  /** What it does to the person. */
  readonly effect: string;
  /** Who released it while the rest waits. */
  readonly releasedBy: string | undefined;
}

/** The rows of a plan with what each does to its person, and who released it. */
export function planRows({
  rows,
  stopped,
  freed,
  released,
}: Pick<HeldPlan, 'rows' | 'stopped' | 'freed' | 'released'>): readonly PlanLine[] {
  const isStopped = new Set(stopped);
  const isFreed = new Set(freed);
  const releasers = new Map(released.flatMap(({ emails, by }) => emails.map((email) => [email.toLowerCase(), by])));
  return rows.map((row) => ({
    ...row,
    effect: isStopped.has(row.email)
      ? 'newly stopped'
      : isFreed.has(row.email)
        ? 'newly free'
        : row.from === null
          ? 'first limit'
          : row.to < row.from
            ? 'lowered'
            : row.to > row.from
              ? 'raised'
              : 'sent again',
    releasedBy: releasers.get(row.email.toLowerCase()),
  }));
}

/** Rows of a plan that another one replaced may still be released; those of one that is decided or over may not. */
export function isReleasable(status: HeldPlan['status']): boolean {
  return status === 'held' || status === 'replaced';
}
