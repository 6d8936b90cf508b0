import type { IncomingMessage, ServerResponse } from 'node:http';

interface LoopbackCall {
  readonly method: string;
  /** By lower-case names, as in Node. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export function callOf({ method = '', headers }: IncomingMessage): LoopbackCall {
  return { method, headers };
}

interface Refusal {
  readonly status: 403 | 421;
  /** One sentence for the caller, without their own words. */
  readonly text: string;
}

const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?$/u;
const httpPort = '80';
/** Content types a page may post cross-origin without preflight. */
const formTypes = /^(?:text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/iu;
const readingMethods = new Set(['GET', 'HEAD']);

/** Rejects requests that web pages forge: to a rebound name, from another origin, as a form. Undefined for others. */
export function refuseForeign(
  call: LoopbackCall,
  terms: {
    /** The called port; absent: any, for forwarded calls. */
    readonly port?: number;
    /** Answers a page that a link of another page may open, but not read or frame. */
    readonly isPage?: boolean;
  } = {},
): Refusal | undefined {
  const host = only(call, 'host')?.toLowerCase();
  const called = host === undefined ? null : loopbackHost.exec(host);
  if (
    host === undefined ||
    called === null ||
    (terms.port !== undefined && Number(called[1] ?? httpPort) !== terms.port)
  ) {
    return {
      status: 421,
      text: `This address answers to 127.0.0.1, localhost and [::1] alone${terms.port === undefined ? '' : `, on port ${terms.port}`}.`,
    };
  }
  const origin = call.headers['origin'];
  if (origin !== undefined && origin !== `http://${host}`) {
    return { status: 403, text: 'This address does not answer to pages of another origin.' };
  }
  if (isSentByAnotherSite(call) && !(terms.isPage === true && opensPage(call))) {
    return { status: 403, text: 'This address does not answer to pages of another site.' };
  }
  if (isForm(call)) {
    return { status: 403, text: 'This address takes no form and no plain text: send application/json.' };
  }
  return undefined;
}

/** Answers with a refusal and stops reading. */
export function refuse({ status, text }: Refusal, response: ServerResponse): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${text}\n`);
}

/** For browsers all ports of this machine are one site, so "same-site" is another origin too. */
function isSentByAnotherSite(call: LoopbackCall): boolean {
  const site = call.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** The user follows a link, and the answer replaces the page. */
function opensPage({ method, headers }: LoopbackCall): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** A form cannot bring its own credentials. */
function isForm(call: LoopbackCall): boolean {
  const type = only(call, 'content-type') ?? '';
  return !readingMethods.has(call.method) && call.headers['authorization'] === undefined && formTypes.test(type.trim());
}

/** A header's only value: with two, readers may disagree. */
function only({ headers }: LoopbackCall, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
