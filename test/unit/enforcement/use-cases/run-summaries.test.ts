import { describe, expect, test } from 'vitest';

import type { SetCap } from '../../../../shared/caps/cap.ts';
import { summariesOf, unheardOutcome } from '../../../../shared/enforcement/use-cases/close-run.ts';
import type { EnforcementPorts } from '../../../../shared/enforcement/use-cases/enforcement-work.ts';
import { capEntry } from '../../../../shared/journal/cap-entry.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { enforcementOutcome } from '../../../../shared/kernel/runs/outcome.ts';
import type { RunOutcome } from '../../../../shared/kernel/runs/run.ts';
import type { LedgerDay } from '../../../../shared/ledger/ledger-day.ts';
import { carriesMax, type UnknownMail } from '../../../../shared/mail/mail.ts';
import { aLedgerDay, anOutcome } from '../../../support/domain-samples.ts';
import { partOf } from '../../../support/part-of.ts';
import { tonight } from '../../../support/tables-world.ts';

const [ada, eve] = ['ada@acme.example', 'eve@acme.example'];
const binding = { scope: { kind: 'default' }, window: 'month', usedCredits: 400, headroomCredits: 100 } as const;

function aChange(userId: string): SetCap {
  const email = `${userId}@acme.example`;
  return { kind: 'set', userId, email, fromCredits: 700, limitCredits: 500, reason: 'lowered', binding };
}

interface Scene {
  readonly outcome?: Partial<RunOutcome>;
  readonly recipients?: readonly string[];
  readonly days?: readonly LedgerDay[];
  /** Limits that runs of the day have changed: by run, the users. */
  readonly changed?: Readonly<Record<string, readonly string[]>>;
  /** Which run has written the first summary of the day. */
  readonly summarizedBy?: string;
  readonly unknown?: readonly UnknownMail[];
  readonly runId?: string;
}

async function summaries({ outcome = {}, recipients = [ada], days = [], runId = 'tonight', ...scene }: Scene = {}) {
  const journal = memoryJournal();
  for (const [id, userIds] of Object.entries(scene.changed ?? {})) {
    const run = { ...tonight, runId: id };
    await journal.append(userIds.map((userId) => capEntry(run, aChange(userId), { kind: 'done' })));
  }
  let headsRead = 0;
  const asked: string[] = [];
  const ports = {
    clock: { now: () => Date.parse(tonight.at) },
    journal,
    outbox: {
      async find(mailId: string) {
        asked.push(mailId);
        return scene.summarizedBy === undefined ? undefined : { mail: { runId: scene.summarizedBy } };
      },
      listUnknown: async () => scene.unknown ?? [],
    },
    evidence: {
      async head() {
        headsRead += 1;
        return undefined;
      },
    },
  } as unknown as EnforcementPorts;
  const result = { outcome: enforcementOutcome(anOutcome(outcome)), days, outcomes: new Map() };
  const made = await summariesOf(
    ports,
    { ...tonight, runId },
    { ...result, recipients, conditions: [], consoleUrl: 'https://c.example' },
  );
  return { made, headsRead, asked, texts: made.map((each) => JSON.stringify(each.contentWith([]))) };
}

describe('the summary of a night', () => {
  test('is one mail for each recipient, which names the head of the evidence', async () => {
    const { made, headsRead } = await summaries({ recipients: [ada, eve] });

    expect(made.map(({ mailId, recipient, severity, carries }) => ({ mailId, recipient, severity, carries }))).toEqual([
      { mailId: `summary/2026-03-15/${ada}`, recipient: ada, severity: 'info', carries: [] },
      { mailId: `summary/2026-03-15/${eve}`, recipient: eve, severity: 'info', carries: [] },
    ]);
    expect(headsRead).toBe(2);
  });

  test('is three lines and a button for a channel, under an id of its own', async () => {
    const [made] = (await summaries({ recipients: ['slack:finops'], changed: { tonight: ['ann'] } })).made;
    const { lead, sections } = made?.contentWith([]) ?? {};

    expect(made?.mailId).toBe('slack:finops/summary/2026-03-15/slack:finops');
    expect(lead).toContain(' · ');
    expect(lead).not.toContain('ann@acme.example');
    expect(sections).toMatchObject([
      { kind: 'links', links: [{ label: 'Open in Curfew', subject: '/runs/tonight', door: 'https://c.example' }] },
    ]);
  });

  test('names what runs of the day have changed before it', async () => {
    const { texts } = await summaries({ changed: { tonight: ['ann'], earlier: ['bob'] } });

    expect(texts[0]).toContain('ann@acme.example');
    expect(texts[0]).toContain('bob@acme.example');
  });

  test('is followed by one that names what a later run has changed alone', async () => {
    const { made, texts } = await summaries({
      outcome: { capsChanged: 1 },
      changed: { tonight: ['ann'], earlier: ['bob'] },
      summarizedBy: 'earlier',
    });

    expect(made.map(({ mailId }) => mailId)).toEqual([`summary/2026-03-15/tonight/${ada}`]);
    expect(texts[0]).toContain('ann@acme.example');
    expect(texts[0]).not.toContain('bob@acme.example');
  });

  test('is followed by none where nothing changed', async () => {
    expect((await summaries({ summarizedBy: 'earlier' })).made).toEqual([]);
  });

  test('names the days that the run has cleared', async () => {
    const days = [
      aLedgerDay({ day: '2026-03-12', clearedByRunId: 'tonight' }),
      aLedgerDay({ day: '2026-03-11', clearedByRunId: 'earlier' }),
    ];

    const { texts } = await summaries({ days });

    expect(texts[0]).toContain('2026-03-12');
    expect(texts[0]).not.toContain('2026-03-11');
  });
});

test('what a run of its day has summed up is looked for by recipient', async () => {
  const { asked } = await summaries({ recipients: [ada, eve] });

  expect(asked).toEqual([`summary/2026-03-15/${ada}`, `summary/2026-03-15/${eve}`]);
});

test('a run that failed is grave, and no head of the evidence is read for it', async () => {
  const { made, headsRead } = await summaries({ outcome: { status: 'failed', problems: ['the key is refused'] } });

  expect(made).toMatchObject([{ mailId: `failed/2026-03-15/${ada}`, severity: 'high' }]);
  expect(headsRead).toBe(0);
});

test('of a run that found nothing new there is no mail', async () => {
  const held = { guard: 'newer-run', detail: 'a newer run was there' } as const;

  expect((await summaries({ outcome: { status: 'held', held } })).made).toEqual([]);
});

test('figures that are in doubt are reported by their days', async () => {
  const held = { guard: 'trust-gate', detail: 'a day is in doubt' } as const;
  const suspect = aLedgerDay({
    day: '2026-03-14',
    status: 'suspect',
    doubts: [{ kind: 'not-there-yet', detail: 'no figures yet' }],
    suspectSince: '2026-03-14T02:30:00.000Z',
  });
  const days = [aLedgerDay({ day: '2026-03-13' }), suspect];

  const { made } = await summaries({ outcome: { status: 'held', held }, days });

  expect(made.map(({ mailId }) => mailId)).toEqual([`held/2026-03-14/2026-03-14/1/${ada}`]);
});

describe('a mail of unknown outcome', () => {
  const lost = (mailId: string, to: string): UnknownMail => ({ mailId, to, subject: 's', writtenAt: tonight.at });

  test('is carried by the mail to the same recipient, and by those to all where its own gets none', async () => {
    const unknown = [lost('m-1', 'Ada@acme.example'), lost('m-2', 'Lead@acme.example')];

    const { made } = await summaries({ recipients: [ada, eve], unknown });

    expect(made.map(({ carries }) => carries)).toEqual([['m-1', 'm-2'], ['m-2']]);
  });

  test('is one of so many that a mail carries', async () => {
    const unknown = Array.from({ length: 200 }, (_, index) => lost(`m-${index}`, ada));

    const { made } = await summaries({ unknown });

    expect(made[0]?.carries).toHaveLength(carriesMax);
    expect(made[0]?.carries[0]).toBe('m-0');
  });
});

describe('what nobody hears of', () => {
  const about = (status: RunOutcome['status'], recipients: readonly string[], days: readonly LedgerDay[] = []) =>
    unheardOutcome(tonight, partOf({ outcome: enforcementOutcome(anOutcome({ status })), days, recipients }));

  test('is a run that failed and has no recipient', () => {
    expect(about('failed', [])).toMatchObject([{ severity: 'high' }]);
    expect(about('failed', [ada])).toEqual([]);
  });

  test('is mild where all went well', () => {
    expect(about('complete', [])).toMatchObject([{ severity: 'info' }]);
  });

  test('is nothing where there is nothing to report', () => {
    expect(about('held', [])).toEqual([]);
  });

  test('is a doubt that lasts, of a day that is suspect', () => {
    const held = { guard: 'trust-gate', detail: 'a day is in doubt' } as const;
    const outcome = enforcementOutcome(anOutcome({ status: 'held', held }));
    const day = { day: '2026-03-14', suspectSince: '2026-03-14T02:30:00.000Z' };

    expect(
      unheardOutcome(tonight, partOf({ outcome, days: [aLedgerDay({ ...day, status: 'suspect' })], recipients: [] })),
    ).toHaveLength(1);
    expect(unheardOutcome(tonight, partOf({ outcome, days: [aLedgerDay(day)], recipients: [] }))).toEqual([]);
  });
});
