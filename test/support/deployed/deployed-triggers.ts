import * as z from 'zod';

import type { Assembly } from './assembly.ts';
import { isMatch } from './event-patterns.ts';
import type { Resolve } from './resolve-template.ts';

/** A moment of a schedule of a job. */
export interface Due {
  readonly job: string;
  readonly schedule: string;
  readonly at: string;
}

/** What starts functions, as the templates have it. */
export interface DeployedTriggers {
  /** Whom a schedule starts, and with what, at a moment. */
  schedule(due: Due): { readonly functionArn: string; readonly event: unknown };
  readonly streams: readonly StreamTrigger[];
  /** Whom an event of EventBridge starts. */
  listeners(event: unknown): readonly string[];
}

export interface StreamTrigger {
  readonly table: string;
  readonly functionArn: string;
  readonly streamArn: string;
  readonly batchSize: number;
  readonly isWanted: (record: unknown) => boolean;
}

const Schedule = z.object({ Target: z.object({ Arn: z.string(), Input: z.string() }) });

const Mapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.int(),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }).optional(),
});

const Rule = z.object({ EventPattern: z.unknown(), Targets: z.array(z.object({ Arn: z.string() })) });

export function triggersIn({ templates }: Assembly, resolve: Resolve): DeployedTriggers {
  const all = <S extends z.ZodType>(type: string, schema: S): readonly z.output<S>[] =>
    [...templates].flatMap(([stack, { Resources }]) =>
      Object.values(Resources)
        .filter(({ Type }) => Type === type)
        .map(({ Properties }) => schema.parse(resolve(stack, Properties))),
    );
  const schedules = all('AWS::Scheduler::Schedule', Schedule);
  const rules = all('AWS::Events::Rule', Rule);
  return {
    schedule({ job, schedule, at }) {
      const inputs = schedules.map(({ Target }) => ({ functionArn: Target.Arn, event: inputAt(Target.Input, at) }));
      const found = inputs.find(({ event }) => event['job'] === job && event['schedule'] === schedule);
      if (found === undefined) {
        throw new Error(`${job} has no schedule ${schedule}`);
      }
      return found;
    },
    streams: all('AWS::Lambda::EventSourceMapping', Mapping).map((mapping) => {
      const patterns = mapping.FilterCriteria?.Filters.map(({ Pattern }): unknown => JSON.parse(Pattern));
      return {
        table: /:table\/([^/]+)\/stream\//u.exec(mapping.EventSourceArn)?.[1] ?? '',
        functionArn: mapping.FunctionName,
        streamArn: mapping.EventSourceArn,
        batchSize: mapping.BatchSize,
        isWanted: (record) => patterns?.some((pattern) => isMatch(pattern, record)) ?? true,
      };
    }),
    listeners: (event) =>
      rules
        .filter(({ EventPattern }) => isMatch(EventPattern, event))
        .flatMap(({ Targets }) => Targets.map(({ Arn }) => Arn)),
  };
}

/** What EventBridge Scheduler makes of an input. */
function inputAt(input: string, at: string): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(input.replaceAll('<aws.scheduler.scheduled-time>', at)));
}
