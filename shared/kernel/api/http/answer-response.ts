import type { Context } from 'hono';

import { styleFor } from '../../../terminal/style.ts';
import { commandMedia, basePaths } from '../../contract/api-paths.ts';
import type { Answer } from '../operation.ts';

/** An answer as JSON, with its version as an ETag; for the command line, with the words for its terminal. */
export function answerResponse(context: Context, answer: Answer<unknown>): Response {
  const etag = answer.version === undefined ? undefined : `"${answer.version}"`;
  if (etag !== undefined) {
    context.header('ETag', etag);
    if (context.req.method === 'GET' && context.req.header('If-None-Match') === etag) {
      return context.body(null, 304);
    }
  }
  const { goesOnAt } = answer;
  if (goesOnAt !== undefined) {
    const base = basePaths.find((each) => context.req.path.startsWith(`${each}/`)) ?? '';
    context.header('Location', `${base}${goesOnAt}`);
  }
  const status = goesOnAt === undefined ? 200 : 202;
  const terminal = terminalIn(context);
  if (terminal === undefined) {
    return context.json(answer.document as object, status);
  }
  const { document, documentToo, notes, ending } = answer;
  const { wantsText, env } = terminal;
  const shown = wantsText
    ? {
        text: answer.text({ ...styleFor(terminal, env), allRows: terminal.allRows }),
        ...(documentToo === true && { document }),
      }
    : { document };
  return context.body(JSON.stringify({ ...shown, notes, ending }), status, { 'Content-Type': commandMedia });
}

interface Terminal {
  readonly wantsText: boolean;
  readonly isTerminal: boolean;
  readonly columns?: number;
  readonly allRows: boolean;
  readonly env: Readonly<Record<string, string>>;
}

/** `…; text=1; terminal=1; columns=80; colour=0; all=0`; undefined for whoever asks for the document alone. */
export function terminalIn(context: Context): Terminal | undefined {
  const [media = '', ...parts] = (context.req.header('Accept') ?? '').split(';').map((part) => part.trim());
  if (media !== commandMedia) {
    return undefined;
  }
  const given = new Map(parts.map((part) => part.split('=', 2) as [string, string | undefined]));
  const isSet = (name: string): boolean => given.get(name) === '1';
  const columns = Number(given.get('columns') ?? 0);
  return {
    wantsText: isSet('text'),
    isTerminal: isSet('terminal'),
    ...(Number.isInteger(columns) && columns > 0 && columns <= 1_000 && { columns }),
    allRows: isSet('all'),
    env: isSet('colour') ? {} : { NO_COLOR: '1' },
  };
}
