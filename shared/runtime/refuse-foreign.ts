import type { IncomingMessage, ServerResponse } from 'node:http';

/** A call to something that listens on this machine, as far as it tells where it comes from. */
interface LoopbackCall {
  readonly method: string;
  /** By names in small letters, as Node has them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The call behind a request of Node's. */
export function callOf({ method = '', headers }: Pick<IncomingMessage, 'method' | 'headers'>): LoopbackCall {
  return { method, headers };
}

interface LoopbackTerms {
  /** The port that is called; any when absent, for what is meant to be called through a forwarding. */
  readonly port?: number;
  /** What answers is a page that a link of another page may open. It can neither be read nor framed by that page. */
  readonly isPage?: boolean;
}

interface Refusal {
  readonly status: 403 | 421;
  /** One sentence for whoever called, without a word of theirs. */
  readonly text: string;
}

const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?$/u;
const httpPort = '80';
/** What a page may post anywhere without asking first. */
const formTypes = /^(?:text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/iu;
const readingMethods = new Set(['GET', 'HEAD']);

/**
 * Says no to what a web page makes a browser send here: to a name that was pointed at this machine (DNS rebinding), from
 * another origin, or as a form. Undefined for programs, and for pages of the origin that is called.
 */
export function refuseForeign(call: LoopbackCall, terms: LoopbackTerms = {}): Refusal | undefined {
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

/** Answers with a refusal, and reads no more of what was sent. */
export function refuse({ status, text }: Refusal, response: ServerResponse): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${text}\n`);
}

/** To a browser, all ports of this machine are one site: "same-site" is another origin too. */
function isSentByAnotherSite(call: LoopbackCall): boolean {
  const site = call.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** The user follows a link, and the answer takes the place of the page that had it. */
function opensPage({ method, headers }: LoopbackCall): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** No form can bring credentials of its own along. */
function isForm(call: LoopbackCall): boolean {
  const type = only(call, 'content-type') ?? '';
  return !readingMethods.has(call.method) && call.headers['authorization'] === undefined && formTypes.test(type.trim());
}

/** The one value of a header: said twice, each reader may take another. */
function only({ headers }: LoopbackCall, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
