import { notationHeader, notationIn, writeCreditsAs } from '../texts/credits.ts';
import { lookAlikeHeader, lookAlikesIn } from '../texts/look-alike-header.ts';
import { tellApartToo } from '../texts/look-alike.ts';
import { figuresHeader, lastFigures, oldFiguresIn, type OldFiguresNote } from './figures-header.ts';
import { operationRoutes } from './routes.ts';

/** How a call is meant: the version that is edited, as it was read, and the key under which it may be repeated. */
export interface CallTerms {
  /** As `version` of what was read; `absent` for what must not be there yet. */
  readonly seen?: string;
  readonly idempotencyKey?: string;
  /** Takes the last figures while newer ones are made; the answer tells so. For showing, not for deciding on. */
  readonly takesOld?: boolean;
}

/** One call of an operation over HTTP, before it is signed; undefined where there is no such operation. */
export function operationCall(id: string, given: unknown, { seen, idempotencyKey, takesOld = false }: CallTerms) {
  const route = operationRoutes.get(id);
  if (route === undefined) {
    return undefined;
  }
  const { body, ...named } = given as Readonly<Record<string, string | undefined>> & { readonly body?: unknown };
  const headers = Object.entries({
    accept: 'application/json',
    'content-type': body === undefined ? undefined : 'application/json',
    'if-none-match': seen === 'absent' ? '*' : undefined,
    'if-match': seen === undefined || seen === 'absent' ? undefined : `"${seen}"`,
    'idempotency-key': idempotencyKey,
    [figuresHeader]: takesOld ? lastFigures : undefined,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return {
    method: route.method,
    address: addressOf(route.path, named),
    headers: Object.fromEntries(headers),
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** The address of an operation: parameters stand in its path, everything else in its query. */
function addressOf(path: string, named: Readonly<Record<string, string | undefined>>): string {
  const inPath = new Set<string>();
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => {
    inPath.add(name);
    return encodeURIComponent(named[name] ?? '');
  });
  const query = new URLSearchParams(
    Object.entries(named).flatMap(([name, value]) =>
      inPath.has(name) || value === undefined ? [] : [[name, value] as [string, string]],
    ),
  ).toString();
  return query === '' ? filled : `${filled}?${query}`;
}

/** An answer's content where it is JSON, and the version of what it shows. Texts are written from then on as it says. */
export async function readAnswer(response: Response): Promise<{
  readonly content?: unknown;
  readonly version?: string;
  /** Set where its figures are the last ones while newer ones are made. */
  readonly old?: OldFiguresNote;
}> {
  const text = await response.text();
  const [, version] = /^"([^"]*)"$/u.exec(response.headers.get('etag') ?? '') ?? [];
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { version };
  }
  if (response.ok) {
    writeCreditsAs(notationIn(response.headers.get(notationHeader)));
    tellApartToo(lookAlikesIn(response.headers.get(lookAlikeHeader)));
  }
  const old = oldFiguresIn(response.headers.get(figuresHeader));
  return { content, version, old };
}
