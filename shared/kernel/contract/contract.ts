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

type Given<S> = S extends z.ZodType ? z.input<S> : unknown;
type Read<S> = S extends z.ZodType ? z.output<S> : unknown;

export type GivenOf<C extends OperationContract> = Given<Schema<C, 'params'>> &
  Given<Schema<C, 'query'>> &
  (Schema<C, 'body'> extends z.ZodType ? { readonly body: Given<Schema<C, 'body'>> } : unknown);

export type InputOf<C extends OperationContract> = Read<Schema<C, 'params'>> &
  Read<Schema<C, 'query'>> &
  (Schema<C, 'body'> extends z.ZodType ? { readonly body: Read<Schema<C, 'body'>> } : unknown);

export type DocumentOf<C extends OperationContract> = z.input<C['answer']>;
