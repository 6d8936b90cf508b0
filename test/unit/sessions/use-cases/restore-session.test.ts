import { expect, test } from 'vitest';

import type { TakenAction } from '../../../../shared/sessions/session-action.ts';
import { wantRestore } from '../../../../shared/sessions/use-cases/restore-session.ts';
import { partOf } from '../../../support/part-of.ts';

const action: TakenAction = {
  sessionId: 's',
  kind: 'model',
  policy: 'p',
  reason: 'why',
  state: 'done',
  before: {},
  after: {},
  at: 'x',
  runId: 'r',
  problem: 'odd',
  attempts: 1,
  version: 2,
};

async function wanting(actions: readonly TakenAction[], isStored = true) {
  const put: TakenAction[] = [];
  const putAction = async (each: TakenAction) => {
    put.push(each);
    return isStored;
  };
  return { outcome: await wantRestore(partOf({ listActions: async () => actions, putAction }), 's', 'ada'), put };
}

test('what was done to a session, or could not be put back before, is wanted back', async () => {
  const { problem: _problem, ...plain } = action;
  const { outcome, put } = await wanting([
    action,
    { ...action, kind: 'tag', state: 'kept' },
    { ...action, kind: 'archive', state: 'failed' },
    { ...action, sessionId: 'other' },
  ]);
  const next = { ...plain, state: 'restore-wanted', by: 'ada', version: 3 };

  expect(put).toEqual([next, { ...next, kind: 'tag' }]);
  expect(outcome).toEqual({ kind: 'wanted', actions: put });
});

test('nothing is wanted back of a session to which nothing was done, or that moved meanwhile', async () => {
  const failed = { ...action, state: 'failed' } as const;

  expect((await wanting([failed])).outcome).toEqual({ kind: 'nothing', actions: [failed] });
  expect((await wanting([action], false)).outcome).toEqual({ kind: 'nothing', actions: [action] });
});
