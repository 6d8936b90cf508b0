import { setTimeout as sleep } from 'node:timers/promises';

import { dynamoOutbox } from '../../../../shared/adapters/dynamo/mail/dynamo-outbox.ts';
import type { Outbox } from '../../../../shared/application/mail/ports.ts';
import { type CheckResult, failed, ok } from '../../check.ts';
import type { TrialWork } from '../trial-work.ts';

const mail = {
  mailId: 'smoke/mail',
  to: 'nobody@example.com',
  subject: 'never sent',
  text: 'never sent',
  html: 'never sent',
  runId: 'smoke',
  carries: [],
};

const pollMs = 500;
const pollsMax = 40;

/** A mail in the outbox moves on once: the claim of a second sender, made on the state seen before, is refused. */
export async function provesConditions({ dynamo, tables, nowMs }: TrialWork): Promise<CheckResult> {
  const outbox = dynamoOutbox(dynamo, tables.outbox);
  const at = new Date(nowMs).toISOString();
  const seen = { kind: 'written', attempts: 0 } as const;
  const claimOf = (owner: string) => ({ kind: 'sending', attempts: 1, owner, since: at }) as const;

  await outbox.write([mail], at);
  const isListed = await isFoundByIndex(outbox);
  const isFirstMade = await outbox.move(mail.mailId, seen, claimOf('first'));
  const isSecondMade = await outbox.move(mail.mailId, seen, claimOf('second'));
  await outbox.move(mail.mailId, claimOf('first'), { kind: 'sent', messageId: 'none', at });

  if (!isFirstMade || isSecondMade) {
    return failed('DynamoDB did not hold to the condition of a write', 'see whether the endpoint is DynamoDB itself');
  }
  return isListed
    ? ok()
    : failed('the index of the outbox did not list a new item within 20 seconds', 'run the trial again');
}

/** An index lags behind its table. */
async function isFoundByIndex(outbox: Outbox): Promise<boolean> {
  for (let poll = 1; poll <= pollsMax; poll += 1) {
    if ((await outbox.listOpenStates()).length > 0) {
      return true;
    }
    await sleep(pollMs);
  }
  return false;
}
