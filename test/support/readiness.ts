import type { BranchRecord } from '../../shared/readiness/branch-record.ts';
import type { ReadinessReport } from '../../shared/readiness/report.ts';

export const firstMs = Date.parse('2026-03-02T08:00:00Z');
const dayMs = 86_400_000;

/** A clean report of the main branch, so many days after the first; criteria as `numerator/denominator`. */
export function aReport(
  day: number,
  criteria: Readonly<Record<string, readonly [number, number]>>,
  report: Partial<ReadinessReport> = {},
): ReadinessReport {
  return {
    reportId: `r-${String(day).padStart(3, '0')}`,
    createdAtMs: firstMs + day * dayMs,
    repository: 'https://git.example/acme/billing',
    branch: 'main',
    commit: `c0ffee${day}`,
    state: 'clean',
    apps: ['.'],
    judge: { model: 'm-1', version: '1.0' },
    criteria: Object.fromEntries(
      Object.entries(criteria).map(([id, [numerator, denominator]]) => [
        id,
        { numerator, denominator, ...(numerator < denominator && { rationale: `${id} is not there` }) },
      ]),
    ),
    ...report,
  };
}

export const noReports: BranchRecord = { repository: 'https://git.example/acme/billing', branch: 'main', lines: [] };
