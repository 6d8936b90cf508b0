import type * as z from 'zod';

import type { routesByTopic, Topic } from './routes.ts';

export interface OperationContract {
  /** One sentence in the third person. */
  readonly purpose: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  /** For a paged list: the fields that identify a row. */
  readonly rowKey?: readonly string[];
}

export type Contract<T extends Topic> = { readonly [Id in keyof (typeof routesByTopic)[T]]: OperationContract };

type Schema<C extends OperationContract, Part extends 'params' | 'query' | 'body'> = C extends {
  readonly [P in Part]: infer S extends z.ZodType;
}
  ? S
  : undefined;

type ParsedInput<S> = S extends z.ZodType ? z.input<S> : unknown;
type ParsedOutput<S> = S extends z.ZodType ? z.output<S> : unknown;

export type GivenOf<C extends OperationContract> = ParsedInput<Schema<C, 'params'>> &
  ParsedInput<Schema<C, 'query'>> &
  (Schema<C, 'body'> extends z.ZodType ? { readonly body: ParsedInput<Schema<C, 'body'>> } : unknown);

export type InputOf<C extends OperationContract> = ParsedOutput<Schema<C, 'params'>> &
  ParsedOutput<Schema<C, 'query'>> &
  (Schema<C, 'body'> extends z.ZodType ? { readonly body: ParsedOutput<Schema<C, 'body'>> } : unknown);

export type DocumentOf<C extends OperationContract> = z.input<C['answer']>;
