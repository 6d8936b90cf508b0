import { expect, test } from 'vitest';

import { openThread } from '../../local/figures/open-thread.ts';
import { callerOfMachine } from '../../shared/kernel/access/caller.ts';
import { storesOn } from '../../shared/wiring/stores.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';
import { useEngine } from '../support/test-engine.ts';

const engine = useEngine();
const folder = useScratchFolder();

test('a thread answers from the tables: that figures are to come, then the figures, and a problem as a problem', async () => {
  const tables = await engine.freshTables();
  const { users } = storesOn({ dynamo: engine.dynamo(), tables });
  await users.put([{ userId: 'ann', email: 'ann@acme.example' }]);
  const errors: unknown[] = [];
  const thread = openThread({ stateDir: folder.pathOf(), endpoint: engine.endpoint(), tables }, (error) =>
    errors.push(error),
  );
  const answer = async (id: string, given = {}) =>
    thread.ask({ kind: 'answer', call: { id, caller: callerOfMachine('ada'), given }, isKept: true });

  const early = await answer('listCaps');
  const refreshed = await thread.ask({ kind: 'refresh' });
  const caps = await answer('listCaps');
  const unknown = await answer('explainUser', { email: 'bob@acme.example' });
  await thread.end();

  expect(early).toMatchObject({ kind: 'problem', problem: { kind: 'computing' } });
  expect(refreshed).toEqual({ kind: 'refreshed' });
  expect(caps).toMatchObject({ kind: 'answered', answer: { document: { rows: [{ email: 'ann@acme.example' }] } } });
  expect(unknown).toMatchObject({ kind: 'problem', problem: { kind: 'not-found' } });
  expect(errors).toEqual([]);
});
