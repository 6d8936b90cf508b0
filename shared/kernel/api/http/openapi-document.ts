import * as z from 'zod';

import type { OperationContract } from '../../contract/contract.ts';
import { fieldSchemas } from '../../contract/fields/record-parts.ts';
import { type Route, routesByTopic, type Topic } from '../../contract/routes.ts';
import { limitTopics } from '../limit-operations.ts';
import { otherTopics } from '../other-operations.ts';

type Json = Readonly<Record<string, unknown>>;

const made = new Map<string, Promise<Json>>();

/** The description of the admin API, OpenAPI 3.1, made once from the contracts that check every call. */
export async function openApiDocument(base: string): Promise<Json> {
  const document = made.get(base) ?? describeApi(base);
  made.set(base, document);
  return document;
}

async function describeApi(base: string): Promise<Json> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [topic, routes] of Object.entries(routesByTopic)) {
    const contract = (limitTopics[topic as Topic] ?? otherTopics[topic as Topic])?.contract;
    for (const [id, route] of Object.entries(routes)) {
      (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(id, {
        topic,
        route,
        contract: contract?.[id],
      });
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Curfew',
      version: '1',
      description:
        'Credit budgets and controls of an organization that runs coding agents. Credits are integers, days are UTC days (YYYY-MM-DD), instants are ISO 8601. The service in front of the API proves who calls; the settings say what they may do, under roles.',
    },
    servers: [{ url: base }],
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        aws: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'AWS Signature Version 4' },
      },
    },
    security: [{ session: [] }, { aws: [] }],
  };
}

function operationOf(
  id: string,
  {
    topic,
    route,
    contract,
  }: { readonly topic: string; readonly route: Route; readonly contract: OperationContract | undefined },
): Json {
  const isEdit = route.method === 'PUT' || route.method === 'DELETE';
  const answered = { 'application/json': { schema: schemaOf(contract?.answer ?? z.unknown(), 'output') } };
  return {
    operationId: id,
    tags: [topic],
    summary: contract?.purpose,
    description: `Takes the right "${route.right}".`,
    parameters: [
      ...parametersOf(contract?.params, 'path'),
      ...parametersOf(contract?.query, 'query'),
      ...(isEdit ? [headerOf('If-Match', 'The ETag of what is edited, as it was read')] : []),
      ...(route.method === 'POST' ? [headerOf('Idempotency-Key', 'Repeating a call under its key does it once')] : []),
    ],
    requestBody:
      contract?.body === undefined
        ? undefined
        : { required: true, content: { 'application/json': { schema: schemaOf(contract.body, 'input') } } },
    responses: {
      200: { description: 'Done', content: answered },
      ...(route.startsRun === true && {
        202: { description: 'A run is started; its record, at Location, tells how it ends', content: answered },
      }),
      default: {
        description: 'Not done, and why',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): readonly Json[] {
  if (schema === undefined) {
    return [];
  }
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: each,
  }));
}

function headerOf(name: string, description: string): Json {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const options = { unrepresentable: 'any', override: withoutPattern } as const;
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    ...options,
    io,
    override({ zodSchema, jsonSchema }) {
      withoutPattern({ jsonSchema });
      const readBy = fieldSchemas.get(zodSchema);
      if (readBy !== undefined) {
        const { $schema: _fieldDialect, ...read } = z.toJSONSchema(readBy, { ...options, io: 'input' }) as Json;
        // Null takes a value away.
        Object.assign(jsonSchema, io === 'input' ? { anyOf: [read, { type: 'null' }] } : read);
      }
    },
  }) as Json;
  return json;
}

/** The rule for addresses is written for JavaScript; other languages fail to read it. */
function withoutPattern({ jsonSchema }: { readonly jsonSchema: { readonly format?: string; pattern?: string } }): void {
  if (jsonSchema.format === 'email') {
    delete jsonSchema.pattern;
  }
}

const problemSchema: Json = {
  description: 'RFC 9457',
  type: 'object',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'Why, and what to do' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'problem'],
        properties: { field: { type: 'string' }, problem: { type: 'string' } },
      },
    },
  },
};
