import Fastify from 'fastify';
import * as z from 'zod';

/** What a service of AWS answers instead of doing what it was asked. */
interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

/** The state of durable executions, as Lambda keeps it. */
interface DurableState {
  /** Undefined: who asked is gone, and is not answered. */
  checkpoint(arn: string, body: unknown): Promise<object | undefined>;
  state(arn: string, marker: string): object;
}

/** The parameters, secrets and functions of an account, over HTTP as the SDK asks for them. */
export interface FakeAws {
  readonly url: string;
  readonly parameters: Map<string, string>;
  /** The texts of secrets by their ARN. */
  readonly secrets: Map<string, string>;
  durable: DurableState | undefined;
  /** By name or ARN, with the alias or version when it has one. */
  readonly functions: Map<string, (event: unknown) => Promise<unknown>>;
  /** Answered by every service from now on; undefined: no longer. */
  refusal: Refusal | undefined;
  /** Waits until every event that was taken has been worked on. Raises what a function raised, which nobody else is told. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const Names = z.object({ Names: z.array(z.string()).max(10) });
const SecretAsked = z.object({ SecretId: z.string() });

/** Starts them on a free port. Functions are invoked asynchronously alone. */
export async function startFakeAws(): Promise<FakeAws> {
  const server = Fastify({ routerOptions: { maxParamLength: 1_000 } });
  const taken: Promise<unknown>[] = [];
  const fake: FakeAws = {
    url: '',
    parameters: new Map(),
    secrets: new Map(),
    durable: undefined,
    functions: new Map(),
    refusal: undefined,
    settled: async () => {
      await Promise.all(taken);
    },
    close: async () => {
      await Promise.allSettled(taken);
      await server.close();
    },
  };
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.addHook('preHandler', async (_request, reply) => {
    const { refusal } = fake;
    if (refusal !== undefined) {
      const { status, type, message } = refusal;
      return reply.status(status).header('x-amzn-errortype', type).send({ __type: type, message, Message: message });
    }
    return undefined;
  });

  server.post('/', async ({ headers, body }, reply) => {
    if (headers['x-amz-target'] === 'secretsmanager.GetSecretValue') {
      const { SecretId } = SecretAsked.parse(JSON.parse(String(body)));
      const SecretString = fake.secrets.get(SecretId);
      return SecretString === undefined
        ? reply.status(400).header('x-amzn-errortype', 'ResourceNotFoundException').send({ Message: 'no such secret' })
        : { ARN: SecretId, SecretString };
    }
    const { Names: names } = Names.parse(JSON.parse(String(body)));
    const found = names.filter((name) => fake.parameters.has(name));
    return {
      Parameters: found.map((Name) => ({ Name, Type: 'String', Value: fake.parameters.get(Name) })),
      InvalidParameters: names.filter((name) => !found.includes(name)),
    };
  });
  server.post<{ Params: { name: string } }>('/2015-03-31/functions/:name/invocations', async (request, reply) => {
    const work = fake.functions.get(request.params.name);
    if (work === undefined || request.headers['x-amz-invocation-type'] !== 'Event') {
      const message = `Function not found: ${request.params.name}`;
      return reply.status(404).header('x-amzn-errortype', 'ResourceNotFoundException').send({ Message: message });
    }
    const event: unknown = JSON.parse(String(request.body));
    const working = work(event);
    working.catch(() => {});
    taken.push(working);
    return reply.status(202).send();
  });
  const executions = '/2025-12-01/durable-executions/:arn';
  server.post<{ Params: { arn: string } }>(`${executions}/checkpoint`, async ({ params, body }, reply) => {
    const answer = await fake.durable?.checkpoint(params.arn, typeof body === 'string' ? JSON.parse(body) : body);
    return answer ?? reply.hijack();
  });
  server.get<{ Params: { arn: string }; Querystring: { Marker: string } }>(
    `${executions}/state`,
    async ({ params, query }) => fake.durable?.state(params.arn, query.Marker),
  );
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return Object.assign(fake, { url });
}
