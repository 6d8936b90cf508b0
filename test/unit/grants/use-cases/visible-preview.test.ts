import { expect, test } from 'vitest';

import { describePreview } from '../../../../cli/grants/describe-ways.ts';
import type { PoolRoom } from '../../../../shared/caps/top-up-gain.ts';
import type { TopUpWay } from '../../../../shared/caps/top-up-ways.ts';
import { describeGains } from '../../../../shared/explanation/describe-gains.ts';
import { type TopUpPreview, visiblePreview } from '../../../../shared/grants/use-cases.ts';
import { waysDocument } from '../../../../shared/kernel/records/api/top-up-documents.ts';
import { aSharedPool } from '../../../support/plan-samples.ts';

const [org, web] = [{ kind: 'org' }, { kind: 'team', name: 'web' }] as const;
const room = (scope: PoolRoom['pool']['scope'], leftCredits: number): PoolRoom => ({
  pool: aSharedPool({ scope, freeCredits: leftCredits }),
  leftCredits,
  overCredits: 0,
  reservedForOthersCredits: 0,
});

function aWay(pools: readonly PoolRoom[]): TopUpWay {
  const gain = { email: 'ann@acme.example', askedCredits: 5_000, nowCredits: 0 };
  const terms = {
    scope: { kind: 'user', email: gain.email },
    credits: 5_000,
    from: '2026-03-15',
    to: '2026-03-20',
    reason: 'r',
  } as const;
  return { terms, usableBefore: {}, gains: [{ ...gain, shortfall: { kind: 'pools', pools } }] };
}

const preview: TopUpPreview = {
  ordered: aWay([room(org, 424_242), room(web, 700)]),
  withinPool: aWay([room(org, 424_242)]),
  raisePools: aWay([room(org, 424_242)]),
  laterMs: 0,
};

test('who sees one team alone reads of its pool, and of that of the organization only that it leaves no more', () => {
  const seen = visiblePreview(preview, (scope) => scope === 'team:web');

  const shown = `${JSON.stringify(waysDocument(seen))} ${describePreview(waysDocument(seen))}`;
  expect(shown).not.toMatch(/424|"org"/u);
  expect(seen.raisePools).toBeUndefined();
  expect(waysDocument(seen).gets).toMatchObject({ pools: [{ scope: 'team:web', left: 700 }] });
  expect(describeGains(seen.withinPool?.gains ?? [], 0)).toEqual([
    'ann@acme.example gets nothing of 5,000 now: a budget of the whole organization leaves no more.',
  ]);
});

test('who sees everything sees the preview as it is', () => {
  expect(visiblePreview(preview, () => true)).toEqual(preview);
});
