import { describe, expect, test } from 'vitest';

import { createPlatformClient } from '../../../../shared/kernel/platform/platform-client.ts';
import {
  PlatformRefusedError,
  PlatformUnavailableError,
  RangeRefusedError,
} from '../../../../shared/kernel/runs/ports.ts';
import { platformUsageSource } from '../../../../shared/ledger/platform/platform-usage-source.ts';
import {
  allPages,
  json,
  rejectionOf,
  type ScriptedAnswer,
  scriptedPlatform,
  status,
} from '../../kernel/platform/scripted-platform.ts';

const meta = { org_id: 'org', start_date: '2026-03-01', end_date: '2026-03-04' };
const range = { from: '2026-03-01', through: '2026-03-04' };
const bodyBytesMax = 1_000;

describe('the days of a range', () => {
  test('come from one call, ascending, with every user and with those that could not be read', async () => {
    const broken = { user_id: 'u2', user_email: 'b@example.com', billable_tokens: '9' };
    const days = [tokensDay('2026-03-02', [user('u1', 5), broken]), tokensDay('2026-03-01', [user('u1', 7)])];
    const { source, platform } = usageOf([json({ data: days, meta })]);

    const read = await source.readDays(range);

    expect(read.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02']);
    expect(read[0]?.rows).toEqual([{ userId: 'u1', credits: 7, email: null }]);
    expect(read[1]?.unreadable).toMatchObject([{ userId: 'u2' }]);
    expect(rangesOf(platform)).toEqual(['2026-03-01..2026-03-04']);
  });

  test('come in halves when the answer for all of them is too large', async () => {
    const { source, platform } = usageOf([
      tooLarge(),
      answerFor('2026-03-01', '2026-03-02'),
      tooLarge(),
      answerFor('2026-03-03'),
      answerFor('2026-03-04'),
    ]);

    const read = await source.readDays(range);

    expect(read.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']);
    expect(rangesOf(platform)).toEqual([
      '2026-03-01..2026-03-04',
      '2026-03-01..2026-03-02',
      '2026-03-03..2026-03-04',
      '2026-03-03..2026-03-03',
      '2026-03-04..2026-03-04',
    ]);
  });

  test('are unavailable when a single one is too large', async () => {
    const { source, platform } = usageOf([tooLarge(), tooLarge(), tooLarge()]);

    const error = await rejectionOf(source.readDays(range));

    expect(error).toBeInstanceOf(PlatformUnavailableError);
    expect(rangesOf(platform).at(-1)).toBe('2026-03-01..2026-03-01');
  });

  test('are not asked for in halves after another failure', async () => {
    const { source, platform } = usageOf([status(400)]);

    const error = await rejectionOf(source.readDays(range));

    expect(error).toBeInstanceOf(PlatformUnavailableError);
    expect(platform.requests).toHaveLength(1);
  });

  test('come by the month when so long a range is refused', async () => {
    const { source, platform } = usageOf([status(400), answerFor('2026-01-20'), answerFor('2026-02-20')]);

    const read = await source.readDays(quarter);

    expect(read.map(({ day }) => day)).toEqual(['2026-01-20', '2026-02-20']);
    expect(rangesOf(platform).slice(1)).toEqual(['2026-01-14..2026-02-13', '2026-02-14..2026-03-14']);
  });
});

const quarter = { from: '2026-01-14', through: '2026-03-14' };

test('the metrics of users of a range that is refused may be asked for by the month; a month is unavailable', async () => {
  const { source } = usageOf([status(400), status(400), status(400)]);

  const ofQuarter = await rejectionOf(allPages(source.readUserMetrics(quarter)));
  const ofMonth = await rejectionOf(allPages(source.readUserMetrics({ ...quarter, through: '2026-02-13' })));
  const inTheMiddle = await rejectionOf(allPages(source.readUserMetrics(quarter, 'u100')));

  expect(ofQuarter).toBeInstanceOf(RangeRefusedError);
  expect(ofMonth).toBeInstanceOf(PlatformUnavailableError);
  expect(inTheMiddle).toBeInstanceOf(PlatformUnavailableError);
});

test.each([401, 403])('status %d is a refused key, for the days and for the metrics of users', async (code) => {
  const refusals = Array.from({ length: 4 }, () => status(code));
  const { source } = usageOf(refusals);

  const ofDays = await rejectionOf(source.readDays(range));
  const ofMetrics = await rejectionOf(allPages(source.readUserMetrics(range)));

  expect(ofDays).toBeInstanceOf(PlatformRefusedError);
  expect(ofMetrics).toBeInstanceOf(PlatformRefusedError);
});

test('the metrics of users name the user and the day of a row that could not be read', async () => {
  const valid = { user_id: 'u1', user_email: null, date: '2026-03-01', billable_tokens: 4 };
  const broken = { ...valid, user_id: 'u2', billable_tokens: -1 };
  const { source, platform } = usageOf([json({ data: [valid, broken], meta: { ...meta, has_more: false } })]);

  const pages = await allPages(source.readUserMetrics(range));

  expect(pages[0]?.rows).toEqual([{ day: '2026-03-01', userId: 'u1', credits: 4 }]);
  expect(pages[0]?.unreadable).toMatchObject([{ userId: 'u2', day: '2026-03-01' }]);
  expect(platform.requests[0]?.url.searchParams.get('limit')).toBe('100');
});

function usageOf(answers: readonly ScriptedAnswer[]) {
  const platform = scriptedPlatform(answers, { limits: { bodyBytesMax } });
  return { source: platformUsageSource(createPlatformClient(platform.options)), platform };
}

function rangesOf({ requests }: ReturnType<typeof scriptedPlatform>): readonly string[] {
  return requests.map(({ url }) => `${url.searchParams.get('startDate')}..${url.searchParams.get('endDate')}`);
}

function answerFor(...days: readonly string[]): Response {
  return json({ data: days.map((date) => tokensDay(date, [user('u1', 5)])), meta });
}

function tokensDay(date: string, byUser: readonly unknown[]) {
  return { date, billable_tokens: 5, by_user: byUser };
}

function user(id: string, credits: number) {
  return { user_id: id, user_email: null, billable_tokens: credits, by_model: [] };
}

function tooLarge(): Response {
  return json({ data: [], meta, filler: 'x'.repeat(bodyBytesMax) });
}
