import { expect, test } from 'vitest';

import { lambdaContext } from '../../local/jobs/job-handlers.ts';
import { readStreams } from '../../local/storage/table-stream.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { job } from '../../shared/mail/job.ts';
import { dynamoOutbox } from '../../shared/mail/store/dynamo-outbox.ts';
import type { MailsOrder, MailsSent } from '../../shared/mail/use-cases/send-mails.ts';
import { mailsHandler } from '../../shared/wiring/handlers/mails-handler.ts';
import { useEngine } from '../support/test-engine.ts';
import { captureLog } from '../unit/kernel/runtime/captured-log.ts';
import { aMail } from './mail-sender-contract.ts';

const engine = useEngine();
const nothing: MailsSent = {
  kind: 'done',
  taken: 0,
  refused: 0,
  unknown: 0,
  turnedAway: 0,
  overdue: 0,
  left: 0,
  problems: [],
};

test('the stream of the outbox shows the mailer which mails are new, and nothing of what stands in them', async () => {
  captureLog();
  const tables = await engine.freshTables();
  const outbox = dynamoOutbox(engine.dynamo(), tables.outbox);
  await outbox.write([aMail({ mailId: 'a' }), aMail({ mailId: 'b' })], '2026-03-15T02:31:00.000Z');
  await outbox.move('a', { kind: 'written', attempts: 0 }, { kind: 'refused', problem: 'no such address' });
  const orders: MailsOrder[] = [];
  const handler = mailsHandler({
    logger: createLogger('test'),
    clock: systemClock,
    steps: immediateSteps(),
    run: async (order) => {
      orders.push(order);
      return Promise.resolve(nothing);
    },
  });

  const Records = await changesOf(tables.outbox);
  // The event as the stream gives it; the handler's parser is the judge of it.
  await handler({ Records } as Parameters<typeof handler>[0], lambdaContext(job, systemClock));

  expect(Records).toHaveLength(3);
  expect(JSON.stringify(Records)).not.toContain('ada@x.example');
  expect(orders.map(({ written }) => written.toSorted())).toEqual([['a', 'b']]);
});

async function changesOf(table: string) {
  const reader = readStreams({ endpoint: engine.endpoint() });
  try {
    const stream = reader.streamOf(table);
    const [shard = ''] = await stream.listShards();
    return await stream.read(shard, undefined);
  } finally {
    reader.close();
  }
}
