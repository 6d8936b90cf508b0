import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

import Fastify from 'fastify';
import * as z from 'zod';

/** A version of an object, as the bucket keeps it. */
export interface KeptVersion {
  readonly key: string;
  readonly versionId: string;
  readonly body: string;
  readonly lock: { readonly mode: unknown; readonly until: unknown };
}

/** One key of KMS and one bucket of S3 with versions and Object Lock, over HTTP as the SDK asks for them. Not AWS. */
export interface FakeEvidenceAccount {
  readonly url: string;
  readonly publicKey: KeyObject;
  /** In the order in which they were put; what somebody with rights could plant is added here. */
  readonly versions: KeptVersion[];
  /** Answered to everything from now on; undefined: no longer. */
  refusal: number | undefined;
  close(): Promise<void>;
}

const KmsRequest = z.object({ Message: z.string().optional() });

export async function startFakeEvidenceAccount(): Promise<FakeEvidenceAccount> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = Fastify();
  const account: FakeEvidenceAccount = {
    url: '',
    publicKey,
    versions: [],
    refusal: undefined,
    close: async () => server.close(),
  };
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.addHook('preHandler', async (_request, reply) =>
    account.refusal === undefined ? undefined : reply.status(account.refusal).send(''),
  );

  server.post('/', async ({ headers, body }) => {
    const { Message = '' } = KmsRequest.parse(JSON.parse(String(body)));
    return headers['x-amz-target'] === 'TrentService.Sign'
      ? { Signature: sign('sha256', Buffer.from(Message, 'base64'), privateKey).toString('base64') }
      : { PublicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') };
  });
  server.put<{ Params: { bucket: string; '*': string } }>('/:bucket/*', async ({ params, headers, body }, reply) => {
    const key = params['*'];
    if (headers['if-none-match'] === '*' && account.versions.some((each) => each.key === key)) {
      return reply.status(412).send(errorXml('PreconditionFailed'));
    }
    const hasChecksum = Object.keys(headers).some((name) => name.startsWith('x-amz-checksum-'));
    if (!hasChecksum) {
      return reply.status(400).send(errorXml('InvalidRequest'));
    }
    const lock = { mode: headers['x-amz-object-lock-mode'], until: headers['x-amz-object-lock-retain-until-date'] };
    const versionId = `v${account.versions.length + 1}`;
    account.versions.push({ key, versionId, body: String(body), lock });
    return reply.header('etag', `"${createHash('md5').update(String(body)).digest('hex')}"`).send('');
  });
  server.get<{ Params: { bucket: string; '*': string }; Querystring: Readonly<Record<string, string>> }>(
    '/:bucket/*',
    async ({ params, query }, reply) => {
      if (params['*'] === '' && 'object-lock' in query) {
        return reply.type('application/xml').send(lockXml);
      }
      if (params['*'] === '') {
        return reply.type('application/xml').send(listXml(account.versions, query));
      }
      const found = account.versions.find(
        ({ key, versionId }) => key === params['*'] && versionId === query['versionId'],
      );
      return found === undefined ? reply.status(404).send(errorXml('NoSuchVersion')) : reply.send(found.body);
    },
  );
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return Object.assign(account, { url });
}

function errorXml(code: string): string {
  return `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
}

const lockXml =
  '<?xml version="1.0"?><ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention><Mode>COMPLIANCE</Mode><Days>400</Days></DefaultRetention></Rule></ObjectLockConfiguration>';

/** Versions a page; S3 gives a thousand. */
const pageMax = 10;

/** By key, the newest version of each first; as many as were asked for. */
function listXml(versions: readonly KeptVersion[], query: Readonly<Record<string, string>>): string {
  const sorted = versions
    .toReversed()
    .filter(({ key }) => key.startsWith(query['prefix'] ?? ''))
    .toSorted((a, b) => Number(a.key > b.key) - Number(a.key < b.key));
  const after = sorted.findIndex(
    ({ key, versionId }) => key === query['key-marker'] && versionId === query['version-id-marker'],
  );
  const rest = sorted.slice(after + 1);
  const shown = rest.slice(0, Math.min(pageMax, Number(query['max-keys'] ?? pageMax)));
  const last = shown.at(-1);
  const isTruncated = rest.length > shown.length;
  const next = isTruncated
    ? `<NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.versionId}</NextVersionIdMarker>`
    : '';
  const items = shown.map(({ key, versionId, body }) => {
    const isLatest = versions.findLast((each) => each.key === key)?.versionId === versionId;
    return `<Version><Key>${key}</Key><VersionId>${versionId}</VersionId><IsLatest>${isLatest}</IsLatest><Size>${body.length}</Size></Version>`;
  });
  return `<?xml version="1.0"?><ListVersionsResult><IsTruncated>${isTruncated}</IsTruncated>${next}${items.join('')}</ListVersionsResult>`;
}
