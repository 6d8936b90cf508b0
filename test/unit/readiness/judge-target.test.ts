import { describe, expect, test } from 'vitest';

import type { BranchRecord } from '../../../shared/readiness/branch-record.ts';
import { foldReport } from '../../../shared/readiness/fold-report.ts';
import { isRepository, judgeTarget } from '../../../shared/readiness/judge-target.ts';
import { observeTarget } from '../../../shared/readiness/observe-readiness.ts';
import type { TargetTerms } from '../../../shared/readiness/target.ts';
import { aReport } from '../../support/readiness.ts';

const target: TargetTerms = { criterion: 't', repository: 'acme/*', by: '2026-03-10', percent: 100, owners: [] };
const terms = { today: '2026-03-11', mainBranches: ['main'] };

function aBranch(path: string, [numerator, denominator]: readonly [number, number], branch = 'main'): BranchRecord {
  const repository = `https://git.example/${path}`;
  return foldReport(
    { repository, branch, lines: [] },
    aReport(0, { t: [numerator, denominator] }, { repository, branch }),
    2,
  ).record;
}

describe('a target', () => {
  test('is met where enough applications pass, open until its day is over, and missed after that', () => {
    const branches = [aBranch('acme/met', [4, 4]), aBranch('acme/short', [3, 4]), aBranch('other/short', [0, 4])];
    const statusesOn = (today: string, of = target) =>
      judgeTarget(of, branches, { ...terms, today }).map(({ status }) => status);

    expect(statusesOn('2026-03-10')).toEqual(['met', 'open']);
    expect(statusesOn('2026-03-11')).toEqual(['met', 'missed']);
    expect(statusesOn('2026-03-11', { ...target, percent: 75 })).toEqual(['met', 'met']);
  });

  test('is judged on the main branch, on the one that it names, or else on that with the newest report', () => {
    const branches = [aBranch('acme/a', [1, 1]), aBranch('acme/a', [0, 1], 'fix')];
    const statusOf = (of: TargetTerms, on = branches) => judgeTarget(of, on, terms)[0]?.status;

    expect(statusOf(target)).toBe('met');
    expect(statusOf({ ...target, branch: 'fix' })).toBe('missed');
    expect(statusOf(target, branches.slice(1))).toBe('missed');
  });

  test('is unknown where no report that counts has evaluated the criterion, and that is no alert', () => {
    const results = judgeTarget({ ...target, criterion: 'u' }, [aBranch('acme/a', [0, 1])], terms);

    expect(results).toMatchObject([{ status: 'unknown' }]);
    expect(observeTarget(target, results)).toBeUndefined();
  });

  test('that is missed is one condition, however many repositories miss it', () => {
    const branches = Array.from({ length: 12 }, (_, index) => aBranch(`acme/r${index}`, [0, 1]));
    const seen = observeTarget(target, judgeTarget(target, branches, terms));

    expect(seen?.headline).toMatch(/^12 repositories .* t of 2026-03-10$/u);
    expect(seen?.details).toHaveLength(11);
  });
});

test.each([
  ['acme/billing', 'https://git.example/acme/billing', true],
  ['acme/*', 'https://git.example/acme/billing.git', true],
  ['*', 'anything', true],
  ['*/b*g', 'https://git.example/acme/billing', true],
  ['acme', 'https://git.example/acme/billing', false],
  ['a*a', 'https://git.example/a', false],
])('%s means %s: %s', (pattern, repository, isMeant) => {
  expect(isRepository(pattern, repository)).toBe(isMeant);
});
