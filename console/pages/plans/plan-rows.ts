import type { OperationDocument } from '../../api/call-api.ts';

export type HeldPlan = OperationDocument<'showHeldPlan'>;
export type PlanRow = OperationDocument<'listPlans'>['rows'][number];

export interface PlanLine {
  readonly email: string;
  readonly from: number | null;
  readonly to: number;
  readonly reason: string;
  readonly effect: string;
  /** Who released it while the rest is held. */
  readonly releasedBy: string | undefined;
}

export function planRows({ rows, stopped, freed, released }: HeldPlan): readonly PlanLine[] {
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

/** Rows of a replaced plan can still be released, but not those of a decided or expired one. */
export function isReleasable(status: HeldPlan['status']): boolean {
  return status === 'held' || status === 'replaced';
}
