import * as z from 'zod';

import { storing } from '../../kernel/store/stored-item.ts';
import type { HistoryAlarm, AlarmRecord } from '../history/history-alarm.ts';
import type { WatchState } from '../history/watch-state.ts';

const number = z.int().min(0);
const range = z.object({ from: number, through: number });
const series = z.int().min(1);
const instant = z.string();

export const AlarmItem = storing<HistoryAlarm>()(
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('rewritten'),
      series,
      revision: number,
      digests: z.array(z.string()),
      isTableChanged: z.literal(true).optional(),
    }),
    z.object({ kind: z.literal('gap'), series, missing: z.array(range) }),
    z.object({
      kind: z.literal('went-back'),
      series,
      revision: number,
      updatedAt: instant,
      previousUpdatedAt: instant,
    }),
    z.object({
      kind: z.literal('shrank'),
      series,
      missing: z.array(range),
      isEmpty: z.literal(true).optional(),
    }),
    z.object({ kind: z.literal('restarted'), series, knownThrough: number, servedThrough: number }),
    z.object({ kind: z.literal('unreadable'), series, revision: number.optional(), problem: z.string() }),
    z.object({ kind: z.literal('unwatched'), since: instant, problem: z.string() }),
  ]),
);

const contentPlace = z.object({ series, revision: number, digest: z.string() });

const handled = range.extend({ missing: z.array(range) });

export const StateItem = storing<WatchState>()(
  z.object({
    part: z.string(),
    id: z.string(),
    version: z.int().min(1),
    series,
    handled: handled.optional(),
    predecessor: z.object({ series, revision: number }).optional(),
    wholeReadAt: instant.optional(),
    failingSince: instant.optional(),
    comparedAt: instant.optional(),
    baselineVersion: z.int().min(1).optional(),
    inForce: z.object({ newest: contentPlace, asleep: z.record(z.string(), contentPlace) }).optional(),
    evidenceSeq: number,
    findings: z.object({ seq: number, to: z.array(z.string()) }).optional(),
    intent: z
      .object({
        reportId: z.string().min(1),
        kind: z.enum(['first-run', 'changes']),
        runId: z.string().min(1),
        at: instant,
        series,
        revisions: z.array(range),
        handled: handled.optional(),
        newest: contentPlace.optional(),
        alarms: z.array(AlarmItem),
        over: z.array(AlarmItem),
        comparison: z.object({ since: instant, baselineVersion: z.int().min(1).optional() }).optional(),
      })
      .optional(),
  }),
);

export const AlarmRecordItem = storing<Omit<AlarmRecord, 'alarmId'>>()(
  z.object({
    part: z.string(),
    id: z.string(),
    alarm: AlarmItem,
    phase: z.enum(['open', 'over']),
    at: instant,
  }),
);
