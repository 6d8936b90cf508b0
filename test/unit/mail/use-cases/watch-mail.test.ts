import { expect, test } from 'vitest';

import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { immediateSteps } from '../../../../shared/kernel/runs/store/immediate-steps.ts';
import type { MailEvent, MailEventKind } from '../../../../shared/mail/recipient.ts';
import { memoryRecipientStore } from '../../../../shared/mail/store/memory-mail-stores.ts';
import { watchMail } from '../../../../shared/mail/use-cases/watch-mail.ts';

const atMs = Date.parse('2026-03-15T02:31:00.000Z');

function anEvent(name: string, what: MailEventKind): MailEvent {
  return { eventId: name, at: '2026-03-15T02:31:00.000Z', address: `${name}@acme.example`, what, detail: '' };
}

const events = [anEvent('ann', 'hard-bounce'), anEvent('bob', 'delay'), anEvent('eve', 'complaint')];

/** Watches with a clock that moves a second each time that it is asked, and this much time. */
async function watched(over: { readonly dryRun?: boolean; readonly stopAfterMs?: number } = {}) {
  const { dryRun = false, stopAfterMs = 60_000 } = over;
  const recipients = memoryRecipientStore();
  const ports = {
    steps: immediateSteps(),
    journal: memoryJournal(),
    recipients,
    clock: { now: () => atMs },
  };
  const order = { runId: 'bounces-1', atMs, stopAtMs: atMs + stopAfterMs, dryRun, events };
  return { ...(await watchMail(ports, order)), recipients };
}

test('each event is recorded, and those that matter are noted', async () => {
  const { noted, recorded, left, outcome, recipients } = await watched();

  expect({ noted, recorded, left }).toEqual({ noted: 2, recorded: 1, left: 0 });
  expect(outcome).toMatchObject({ status: 'complete', isUnfinished: false, problems: [] });
  expect((await recipients.list()).map(({ address }) => address)).toEqual(['ann@acme.example', 'eve@acme.example']);
});

test('a run without time leaves its events, and has failed, so that they are delivered again', async () => {
  const { noted, recorded, left, outcome } = await watched({ stopAfterMs: 0 });

  expect({ noted, recorded, left }).toEqual({ noted: 0, recorded: 0, left: 3 });
  expect(outcome).toMatchObject({
    status: 'failed',
    isUnfinished: true,
    problems: [expect.stringContaining('3 mail')],
  });
});

test('a dry run records nothing', async () => {
  const { noted, recorded, left, recipients } = await watched({ dryRun: true });

  expect({ noted, recorded, left }).toEqual({ noted: 0, recorded: 0, left: 3 });
  expect(await recipients.list()).toEqual([]);
});
