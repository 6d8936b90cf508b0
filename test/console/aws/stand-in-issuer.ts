import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import formBody from 'node:querystring';

import Fastify from 'fastify';

type Form = Readonly<Record<string, string | undefined>>;

/** What somebody is told apart by. */
interface Person {
  readonly sub: string;
  readonly email: string;
}

/** A small issuer of OIDC: codes with PKCE for one public client. Not a real one. */
export interface StandInIssuer {
  readonly url: string;
  /** Where it may send people back to. */
  readonly allowedReturns: Set<string>;
  /** Who is at the browser, for whoever has no session there yet. */
  person: Person;
  /** How long a token lasts, and whether it comes with one that renews it. */
  terms: { readonly seconds: number; readonly canRenew: boolean };
  /** What was asked for tokens: kinds of grants, refused ones as `refused`. */
  readonly grants: string[];
  /** What stands in the way changes what people are sent back with, once. */
  alter: ((answer: Form) => Form) | undefined;
  /** Somebody had to say who they are so often. */
  signIns: number;
  /** A code that somebody else has got, whose verifier they alone have. */
  codeOfSomebodyElse(person: Person, returnTo: string): string;
  publicKeyPem(): string;
  close(): Promise<void>;
}

interface IssuerTerms {
  readonly clientId: string;
  readonly person: Person;
}

interface Asked {
  readonly person: Person;
  readonly challenge: string;
  readonly returnTo: string;
}

export async function startStandInIssuer({ clientId, person: first }: IssuerTerms): Promise<StandInIssuer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const server = Fastify();
  const codes = new Map<string, Asked>();
  const sessions = new Map<string, Person>();
  const renewals = new Map<string, Person>();
  const issuer: StandInIssuer = {
    url: '',
    allowedReturns: new Set(),
    person: first,
    terms: { seconds: 1_800, canRenew: false },
    grants: [],
    alter: undefined,
    signIns: 0,
    codeOfSomebodyElse(person, returnTo) {
      const code = randomUUID();
      codes.set(code, { person, challenge: createHash('sha256').update(randomUUID()).digest('base64url'), returnTo });
      return code;
    },
    publicKeyPem: () => publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    close: async () => server.close(),
  };
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, formBody.parse(String(body))),
  );
  server.addHook('onSend', async (_request, reply) => void reply.header('access-control-allow-origin', '*'));

  server.get('/.well-known/openid-configuration', async () => ({
    issuer: issuer.url,
    authorization_endpoint: `${issuer.url}/authorize`,
    token_endpoint: `${issuer.url}/token`,
    jwks_uri: `${issuer.url}/jwks`,
    end_session_endpoint: `${issuer.url}/sign-out`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }));
  server.get('/jwks', async () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] }));

  server.get<{ Querystring: Form }>('/authorize', async ({ query, headers }, reply) => {
    const returnTo = query['redirect_uri'] ?? '';
    const isAsked =
      query['client_id'] === clientId &&
      query['response_type'] === 'code' &&
      query['code_challenge_method'] === 'S256' &&
      issuer.allowedReturns.has(returnTo);
    if (!isAsked) {
      return reply.status(400).send('not a client of this issuer');
    }
    const session = /(?:^|; )issuer=([\w-]+)/u.exec(headers.cookie ?? '')?.[1] ?? randomUUID();
    if (!sessions.has(session)) {
      // Whoever is at the browser says who they are: here with one click.
      sessions.set(session, issuer.person);
      issuer.signIns += 1;
      void reply.header('set-cookie', `issuer=${session}; HttpOnly; Path=/`);
    }
    const code = randomUUID();
    const person = sessions.get(session) ?? issuer.person;
    codes.set(code, { person, challenge: query['code_challenge'] ?? '', returnTo });
    const answer = { code, state: query['state'] ?? '' };
    const sent = issuer.alter?.(answer) ?? answer;
    issuer.alter = undefined;
    return reply.redirect(`${returnTo}?${formBody.stringify(sent)}`);
  });

  server.post<{ Body: Form }>('/token', async ({ body }, reply) => {
    const person = personFor(body);
    if (person === undefined || body['client_id'] !== clientId) {
      issuer.grants.push('refused');
      return reply.status(400).send({ error: 'invalid_grant' });
    }
    issuer.grants.push(body['grant_type'] ?? '');
    return tokensFor(person);
  });

  server.get<{ Querystring: Form }>('/sign-out', async ({ query, headers }, reply) => {
    const session = /(?:^|; )issuer=([\w-]+)/u.exec(headers.cookie ?? '')?.[1];
    sessions.delete(session ?? '');
    const back = query['post_logout_redirect_uri'] ?? '';
    return issuer.allowedReturns.has(back) ? reply.redirect(back) : reply.send('signed out');
  });

  function personFor(body: Form): Person | undefined {
    if (body['grant_type'] === 'refresh_token') {
      return renewals.get(body['refresh_token'] ?? '');
    }
    const asked = codes.get(body['code'] ?? '');
    // A code is good for one attempt.
    codes.delete(body['code'] ?? '');
    const challenge = createHash('sha256')
      .update(body['code_verifier'] ?? '')
      .digest('base64url');
    return asked !== undefined && asked.challenge === challenge && asked.returnTo === body['redirect_uri']
      ? asked.person
      : undefined;
  }

  function tokensFor({ sub, email }: Person) {
    const { seconds, canRenew } = issuer.terms;
    const nowS = Math.floor(Date.now() / 1_000);
    const claims = { iss: issuer.url, aud: clientId, sub, email, email_verified: true, iat: nowS, exp: nowS + seconds };
    const renewal = randomUUID();
    renewals.set(renewal, { sub, email });
    return {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: seconds,
      scope: 'openid email',
      id_token: signed(claims),
      ...(canRenew && { refresh_token: renewal }),
    };
  }

  function signed(claims: object): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'RS256', typ: 'JWT', kid: 'one' })}.${part(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  }

  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return Object.assign(issuer, { url });
}
