import { expect, test } from 'vitest';

import { idleWords, layerParts, leftToThem } from '../../../console/pages/people/person.ts';
import { explain } from '../../../shared/explanation/explanation.ts';
import { findPerson } from '../../../shared/explanation/find-person.ts';
import { explanationDocument } from '../../../shared/explanation/use-cases/explanation-document.ts';
import { invariant } from '../../../shared/kernel/invariant.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { aSnapshot } from '../../support/snapshot-samples.ts';

const ann = { userId: 'ann', email: 'ann@acme.example' };

function layersWith(...budgets: readonly ReturnType<typeof aBudget>[]) {
  const records = [aConfirmedLimit('ann', 900)];
  const snapshot = aSnapshot({ users: [ann], usage: someUsage({ ann: 400 }), budgets, records });
  const found = findPerson(ann.email, snapshot);
  invariant(found.kind !== 'nobody', 'the case is about somebody');
  return explanationDocument(explain(found, snapshot, []), []).layers;
}

test('credits are left to a person by budgets that count for them, not by a replaced default or a pool that another undercuts', () => {
  const layers = layersWith(
    aBudget({ scope: { kind: 'user', email: ann.email }, amount: credits(500) }),
    aBudget({ scope: { kind: 'user', email: ann.email }, window: 'week', amount: credits(800) }),
    aBudget({ scope: { kind: 'default' }, amount: credits(1_000) }),
    aBudget({ scope: { kind: 'org' }, amount: credits(5_000) }),
  );

  expect(layers.map((layer) => [`${layer.scope} ${layer.window}`, leftToThem(layer)])).toEqual([
    [`user:${ann.email} month`, 100],
    [`user:${ann.email} week`, 400],
    ['default month', null],
    ['org month', null],
  ]);
  expect(layers.map((layer) => (layerParts(layer)[1] ?? 0) > 0)).toEqual([true, true, false, false]);
  expect(idleWords(layers[1]?.doesNotBindBecause ?? null)).toBe('another budget leaves them less');
});
