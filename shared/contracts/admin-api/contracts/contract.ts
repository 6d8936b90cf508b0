import type * as z from 'zod';

import type { routesByTopic, Topic } from '../routes.ts';

/** What one operation does, takes and answers. Parameters and query are texts, as addresses hold them. */
export interface OperationContract {
  /** One sentence in the third person: what it does. */
  readonly purpose: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The document of an answer that went well. */
  readonly answer: z.ZodType;
  /** Of a list that is cut into pages: the fields that tell its rows apart. */
  readonly rowKey?: readonly string[];
}

/** The contracts of a topic: one for each of its routes. */
export type Contract<T extends Topic> = { readonly [Id in keyof (typeof routesByTopic)[T]]: OperationContract };

type Schema<C extends OperationContract, Part extends 'params' | 'query' | 'body'> = C extends {
  readonly [P in Part]: infer S extends z.ZodType;
}
  ? S
  : undefined;

type Given<S> = S extends z.ZodType ? z.input<S> : unknown;
type Read<S> = S extends z.ZodType ? z.output<S> : unknown;

/** What a caller gives: parameters and query by name, and the body. */
export type GivenOf<C extends OperationContract> = Given<Schema<C, 'params'>> &
  Given<Schema<C, 'query'>> &
  (Schema<C, 'body'> extends z.ZodType ? { readonly body: Given<Schema<C, 'body'>> } : unknown);

/** The same as an operation reads it. */
export type InputOf<C extends OperationContract> = Read<Schema<C, 'params'>> &
  Read<Schema<C, 'query'>> &
  (Schema<C, 'body'> extends z.ZodType ? { readonly body: Read<Schema<C, 'body'>> } : unknown);

export type DocumentOf<C extends OperationContract> = z.input<C['answer']>;
