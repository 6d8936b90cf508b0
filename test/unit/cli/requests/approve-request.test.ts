import { expect, test } from 'vitest';

import type { CommandContext } from '../../../../cli/frame/command-context.ts';
import { exitCodes } from '../../../../cli/frame/exit-codes.ts';
import { leaveIdle } from '../../../../cli/requests/approve-request.ts';
import type { OperationDocument } from '../../../../shared/kernel/contract/contracts.ts';
import { partOf } from '../../../support/part-of.ts';

type Pools = OperationDocument<'showRequest'>['ways'][number]['pools'];

const way = (pools: Pools, nowCredits: number) => ({
  pools,
  nowCredits,
  label: pools,
  lines: [],
  isIdle: nowCredits === 0,
});

function approving(pools: Pools | undefined, answer?: boolean) {
  const printed: string[] = [];
  const context = partOf<CommandContext>({
    io: { confirm: answer === undefined ? undefined : async () => Promise.resolve(answer) } as CommandContext['io'],
    options: {},
    say: () => {},
    print: ({ text }) => void printed.push(text),
  });
  const request = partOf<OperationDocument<'showRequest'>>({
    id: 'r',
    email: 'ann@acme.example',
    credits: 90_000,
    until: '2026-03-31',
    reason: 'x',
    status: 'asked',
    askedAt: '2026-03-15T10:00:00.000Z',
    team: null,
    givenThisMonth: 0,
    needed: null,
    decidedBy: null,
    given: null,
    because: null,
    ways: [way('as-budgeted', 0), way('raise', 90_000)],
  });
  const outcome = leaveIdle(context, request, { verdict: 'approve', ...(pools !== undefined && { pools }) });
  return { outcome, printed };
}

test('an approval that gives nothing is not made unless someone agrees, and names the way that gives', async () => {
  const unasked = approving(undefined);

  expect(await unasked.outcome).toBe(exitCodes.wrongUsage);
  expect(unasked.printed.join()).toMatch(/Nothing was changed\. Give --pools raise; or --yes/u);
  expect(await approving(undefined, false).outcome).toBe(exitCodes.done);
  expect(await approving(undefined, true).outcome).toBeUndefined();
  // It is not offered: it gives no more than the first.
  expect(await approving('within').outcome).toBe(exitCodes.wrongUsage);
});

test('an approval that gives something asks nothing', async () => {
  expect(await approving('raise').outcome).toBeUndefined();
});
