import { describe, expect, test } from 'vitest';

import { type ReadinessReport, reportsOf } from '../../../../emulator/state/readiness/report-series.ts';
import { repositories, type Repository } from '../../../../emulator/state/readiness/repositories.ts';

const untilMs = Date.UTC(2026, 5, 1);
const series = repositories.map((repository) => seriesUntil(repository, untilMs));
const [storefront = []] = series;

/** The reports of a repository up to a moment. */
function seriesUntil(repository: Repository, endMs: number): readonly ReadinessReport[] {
  const reports: ReadinessReport[] = [];
  for (const report of reportsOf(7, repository)) {
    if (report.createdAt > endMs) {
      break;
    }
    reports.push(report);
  }
  return reports;
}

function values<T>(reports: readonly ReadinessReport[], of: (report: ReadinessReport) => T): Set<T> {
  return new Set(reports.map(of));
}

describe('the reports of a repository', () => {
  test('are the same for the same seed', () => {
    expect(repositories.map((repository) => seriesUntil(repository, untilMs))).toEqual(series);
  });

  test('only grow at their end', () => {
    for (const [index, repository] of repositories.entries()) {
      const short = seriesUntil(repository, Date.UTC(2026, 2, 1));
      expect(short.length).toBeGreaterThan(0);
      expect(series[index]?.slice(0, short.length)).toEqual(short);
    }
  });

  test('keep every evaluation within its denominator', () => {
    for (const { report } of series.flat()) {
      for (const { numerator, denominator, rationale } of Object.values(report)) {
        expect(denominator).toBeGreaterThanOrEqual(1);
        expect(numerator).toBeGreaterThanOrEqual(0);
        expect(numerator).toBeLessThanOrEqual(denominator);
        expect(rationale).not.toBe('');
      }
    }
  });

  test.each(repositories.map(({ repoId }, index) => [repoId, index] as const))(
    '%s: a criterion that passed on main fails there, and passes again',
    (_, index) => {
      const reports = series[index] ?? [];

      const passes = reports.map(({ report }) => {
        const evaluation = report['unit_tests_runnable'];
        return evaluation?.numerator === evaluation?.denominator;
      });

      expect(passes.slice(3, 8)).toEqual([true, false, false, false, true]);
      expect(values(reports.slice(0, 8), ({ branch }) => branch)).toEqual(new Set(['main']));
    },
  );

  test('change their denominators, models and agent versions over time', () => {
    expect(values(storefront, ({ report }) => report['lint_config']?.denominator)).toEqual(new Set([3, 4]));
    expect(values(storefront, ({ modelUsed }) => modelUsed?.id).size).toBeGreaterThan(2);
    expect(values(storefront, ({ agentVersion }) => agentVersion).size).toBeGreaterThan(3);
  });

  test('include other branches and reports with local changes', () => {
    const all = series.flat();

    expect(values(all, ({ branch }) => branch).size).toBeGreaterThan(1);
    expect(values(all, ({ hasLocalChanges }) => hasLocalChanges)).toEqual(new Set([true, false]));
    expect(values(all, ({ hasNonRemoteCommits }) => hasNonRemoteCommits)).toEqual(new Set([true, false, undefined]));
  });
});
