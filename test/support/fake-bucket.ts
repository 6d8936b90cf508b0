import Fastify from 'fastify';

/** An object of a bucket, with what S3 says of it when it is read. */
interface KeptObject {
  readonly bytes: Buffer;
  readonly type: string;
  readonly cacheControl: string;
  readonly placedAt: string;
}

/** A bucket of S3 over HTTP as the SDK asks for it: put, list, remove. Not AWS. */
export interface FakeBucket {
  readonly url: string;
  readonly objects: Map<string, KeptObject>;
  /** From now on there is no such bucket. */
  isGone: boolean;
  close(): Promise<void>;
}

/** S3 gives a thousand a page. */
const pageMax = 20;

export async function startFakeBucket(): Promise<FakeBucket> {
  const server = Fastify({ bodyLimit: 5_000_000 });
  const bucket: FakeBucket = { url: '', objects: new Map(), isGone: false, close: async () => server.close() };
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.addHook('preHandler', async (_request, reply) =>
    bucket.isGone ? reply.status(404).type('application/xml').send(errorXml('NoSuchBucket')) : undefined,
  );
  server.put<{ Params: { '*': string } }>('/:bucket/*', async ({ params, headers, body }) => {
    bucket.objects.set(decodeURIComponent(params['*']), {
      bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      type: headers['content-type'] ?? '',
      cacheControl: headers['cache-control'] ?? '',
      placedAt: new Date().toISOString(),
    });
    return '';
  });
  server.get<{ Querystring: Readonly<Record<string, string>> }>('/:bucket/', async ({ query }, reply) =>
    reply.type('application/xml').send(listXml(bucket.objects, query['continuation-token'])),
  );
  server.post('/:bucket/', async ({ body }, reply) => {
    for (const [, key = ''] of String(body).matchAll(/<Key>([^<]*)<\/Key>/gu)) {
      bucket.objects.delete(key);
    }
    return reply.type('application/xml').send('<?xml version="1.0"?><DeleteResult></DeleteResult>');
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return Object.assign(bucket, { url });
}

function listXml(objects: FakeBucket['objects'], after = ''): string {
  const keys = [...objects.keys()].filter((key) => key > after).toSorted((a, b) => (a < b ? -1 : 1));
  const page = keys.slice(0, pageMax);
  const rows = page.map((key) => {
    const placedAt = objects.get(key)?.placedAt ?? '';
    return `<Contents><Key>${key}</Key><LastModified>${placedAt}</LastModified></Contents>`;
  });
  const more = keys.length > pageMax;
  const next = more ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`;
}

function errorXml(code: string): string {
  return `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
}
