import type * as z from 'zod';

import { dayText } from '../../shared/kernel/time/day.ts';
import {
  type FallDocument,
  type RepositoryDocument,
  type RepositoryShownDocument,
  type TargetDocument,
} from '../../shared/readiness/contract/readiness-contract.ts';
import { targetRecord } from '../../shared/readiness/contract/readiness-target.ts';
import { describeEvaluation } from '../../shared/readiness/report.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { recordCells, recordColumns } from '../records/record-rows.ts';

const weeksShown = 4;

/** How ready each repository is. */
export function describeRepositories(
  repositories: readonly z.input<typeof RepositoryDocument>[],
  style: Style,
): string {
  const columns = ['Repository', 'Branch', 'Passing', 'Before', 'Regressions', 'Newest report'].map((title) => ({
    title,
  }));
  const rows = repositories.map(({ repository, branch, passing, evaluated, trend, regressions, at }) => {
    const before = trend.at(-1 - weeksShown) ?? trend[0];
    return [
      repository,
      branch ?? '',
      `${passing} of ${evaluated}`,
      before === undefined ? '' : `${before.passing} of ${before.evaluated} (${dayText(before.week)})`,
      String(regressions),
      at?.slice(0, 10) ?? '',
    ];
  });
  return rows.length === 0
    ? 'There are no readiness reports yet; "run readiness" reads them.'
    : renderTable(columns, rows, style);
}

/** One repository, criterion by criterion. */
export function describeRepository({ branches }: z.input<typeof RepositoryShownDocument>, style: Style): string {
  const columns = ['Branch', 'Criterion', 'Newest', 'Fell', 'Why'].map((title) => ({ title }));
  const rows = branches.flatMap(({ branch, lines }) =>
    lines.flatMap(({ criteria }) =>
      criteria.map((each) => [
        branch ?? 'not named',
        each.criterion,
        each.current ? describeEvaluation(each) : 'not evaluated any more',
        each.fall ?? '',
        each.rationale ?? '',
      ]),
    ),
  );
  return renderTable(columns, rows, style);
}

/** Criteria that fell. */
export function describeFallen(falls: readonly z.input<typeof FallDocument>[], style: Style): string {
  const columns = ['Repository', 'Branch', 'Criterion', 'Kind', 'Before', 'After', 'Commit', 'Why'].map((title) => ({
    title,
  }));
  const rows = falls.map(({ repository, branch, criterion, kind, before, after, judges }) => [
    repository,
    branch ?? '',
    criterion,
    kind,
    `${describeEvaluation(before)} ${dayText(before.at.slice(0, 10))}`,
    `${describeEvaluation(after)} ${dayText(after.at.slice(0, 10))}`,
    after.commit?.slice(0, 12) ?? '',
    [judges ?? '', after.rationale ?? ''].filter((text) => text !== '').join('; '),
  ]);
  return rows.length === 0 ? 'Nothing fell, or all of it has recovered.' : renderTable(columns, rows, style);
}

/** Targets as a table, with how many repositories meet each. */
export function describeTargets(targets: readonly z.input<typeof TargetDocument>[], style: Style): string {
  const columns = [...recordColumns(targetRecord), { title: 'Met' }, { title: 'Missed' }, { title: 'Unknown' }];
  const rows = targets.map(({ counts, ...target }) => [
    ...recordCells(targetRecord, target),
    `${counts.met} of ${counts.met + counts.open + counts.missed + counts.unknown}`,
    String(counts.missed),
    String(counts.unknown),
  ]);
  return rows.length === 0
    ? 'There are no targets yet; make one with "npx curfew readiness targets set".'
    : renderTable(columns, rows, style);
}
