import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { secureHeaders } from 'hono/secure-headers';

import { mountHookIntake, type HookIntake } from '../../../hook/api/hook-intake.ts';
import type { PageAddress, RequestPages } from '../../../requests/api/pages/request-pages.ts';
import { apiPaths, basePaths, calendarPath } from '../../contract/api-paths.ts';
import { figuresHeader, lastFigures, oldFiguresText } from '../../contract/figures-header.ts';
import { isQuestion, operationRoutes } from '../../contract/routes.ts';
import { grouped } from '../../texts/amounts.ts';
import { notationHeader, notationText, writeCreditsBy } from '../../texts/credits.ts';
import { lookAlikeHeader, lookAlikeText } from '../../texts/look-alike-header.ts';
import type { LookAlikes } from '../../texts/look-alike.ts';
import { knownLookAlikes, namedIn } from '../look-alikes.ts';
import { Problem, problemDocument } from '../problem.ts';
import { newAdmission, newRates, type Rate, type Rates } from './admission.ts';
import { type AnswerOptions, callAnswerer } from './answer-call.ts';
import { answerResponse } from './answer-response.ts';
import { bodyFirst } from './body-first.ts';
import { routesAt } from './find-routes.ts';
import { linkPathOf, pageResponse } from './page-response.ts';
import { callerOf, callIn, type Identifying } from './read-call.ts';
import { sharedReads } from './shared-reads.ts';

interface HttpApiOptions extends AnswerOptions, Identifying {
  /** Called with unexpected errors; the API's caller learns only that there was one. */
  readonly onError: (error: unknown) => void;
  readonly bodyBytesMax?: number;
  /** How often one caller may call; absent where whatever stands before the API sees to it. */
  readonly rate?: Rate;
  /** The pages behind links in mails, for which the link alone proves who somebody is; absent where there are none. */
  readonly pages?: RequestPages;
  /** What hooks call; absent where there are none. */
  readonly hooks?: HookIntake;
}

/** A function of AWS takes no more than 6 MB. */
const bodyBytesUsual = 5_000_000;

/** Edits, and pages that take the last figures, have lanes of their own: no long read keeps them waiting. */
const lanes = {
  showing: { atOnceMax: 6, waitingMax: 120, waitMsMax: 5_000 },
  reading: { atOnceMax: 3, waitingMax: 120, waitMsMax: 5_000 },
  changing: { atOnceMax: 3, waitingMax: 60, waitMsMax: 5_000 },
} as const;

/** The admin API over HTTP: one router, on Lambda and on one machine. */
export function httpApi(options: HttpApiOptions): Hono {
  const { bodyBytesMax = bodyBytesUsual } = options;
  const app = new Hono();
  const arrivals = new WeakMap<Request, number>();
  const lookAlikes = knownLookAlikes(options);
  app.use(secureHeaders({ referrerPolicy: 'no-referrer', crossOriginResourcePolicy: 'same-origin' }));
  app.use(markAnswers);
  app.use(async (context, next) => {
    arrivals.set(context.req.raw, performance.now());
    await next();
  });
  app.use(compress());
  app.onError((error, context) => problemResponse(context, error, options));
  app.notFound((context) => problemResponse(context, nothingAt(context), options));
  if (options.hooks !== undefined) {
    mountHookIntake(app, options.hooks);
  }
  mountCalendars(app, options);
  if (options.rate !== undefined) {
    app.use(inMeasure(options, newRates(options.rate)));
  }
  const tooLarge = (bytesMax: number) => (context: Context) => {
    const words = `A body holds at most ${grouped(bytesMax)} bytes`;
    return problemResponse(context, new Problem('too-large', words), options);
  };
  app.use(`${apiPaths.links}/*`, bodyLimit({ maxSize: formBytesMax, onError: tooLarge(formBytesMax) }));
  app.use(bodyLimit({ maxSize: bodyBytesMax, onError: tooLarge(bodyBytesMax) }));
  app.use(bodyFirst(options));
  app.use(inTurn(options));
  mountPages(app, options, lookAlikes);
  mountOperations(app, options, { arrivals, lookAlikes });
  return app;
}

interface OperationFrame {
  /** When each request came, by the clock of performance. */
  readonly arrivals: WeakMap<Request, number>;
  readonly lookAlikes: () => Promise<LookAlikes>;
}

function mountOperations(app: Hono, options: HttpApiOptions, { arrivals, lookAlikes }: OperationFrame): void {
  const answerOf = callAnswerer(options);
  for (const base of basePaths) {
    app.get(`${base}/openapi.json`, async (context) => {
      callerOf(context, options);
      const { openApiDocument } = await import('./openapi-document.ts');
      return context.json(await openApiDocument(base));
    });
    for (const [id, route] of operationRoutes) {
      app.on(route.method, `${base}${route.path.replaceAll(/\{(\w+)\}/gu, ':$1')}`, async (context) => {
        const call = await callIn(context, id, options);
        const notation = notationText(writeCreditsBy(options.installation.readSettings(), options.now()));
        if (notation !== undefined) {
          // Whoever makes texts from the answer writes credits as the settings want them now.
          context.header(notationHeader, notation);
        }
        const accounts = await lookAlikes();
        const answer = await answerOf(call, {
          askedMs: arrivals.get(context.req.raw) ?? Number.POSITIVE_INFINITY,
          onOld:
            options.keep !== undefined && takesOld(context)
              ? (old) => context.header(figuresHeader, oldFiguresText(old, options.now()))
              : undefined,
        });
        const named = lookAlikeText(namedIn(answer.document, accounts));
        if (named !== undefined) {
          context.header(lookAlikeHeader, named);
        }
        return answerResponse(context, answer);
      });
    }
  }
}

const markAnswers: MiddlewareHandler = async (context, next) => {
  await next();
  if (!context.res.headers.has('Cache-Control')) {
    context.res.headers.set('Cache-Control', 'no-store');
  }
  // It names a version, not bytes: what was compressed is of the same one, and an edit says which it saw.
  const etag = context.res.headers.get('ETag');
  if (etag?.startsWith('W/') === true) {
    context.res.headers.set('ETag', etag.slice(2));
  }
};

/** Calendars poll once an hour or less often; a lane of their own keeps a flood of addresses from the rest. */
const calendarLane = { atOnceMax: 3, waitingMax: 60, waitMsMax: 5_000 } as const;

function mountCalendars(app: Hono, options: HttpApiOptions): void {
  const admit = newAdmission(calendarLane);
  app.get(`${apiPaths.links}${calendarPath}/*`, async (context) => {
    const release = await admit();
    if (release === undefined) {
      throw new Problem('busy', 'More is asked for than can be answered now; ask again in a moment');
    }
    try {
      const { calendarAnswer } = await import('../../../calendar/api/calendar-feed.ts');
      return await calendarAnswer(options, context.req.raw);
    } finally {
      release();
    }
  });
}

/** What a form of these pages holds at most. */
const formBytesMax = 16_000;

function mountPages(app: Hono, options: HttpApiOptions, lookAlikes: OperationFrame['lookAlikes']): void {
  const { pages } = options;
  if (pages === undefined) {
    return;
  }
  app.use(`${apiPaths.links}/*`, async (_context, next) => {
    await lookAlikes();
    await next();
  });
  app.get(`${apiPaths.links}/*`, async (context) =>
    pageResponse(await pages.get(linkPathOf(context), addressOf(context, options))),
  );
  app.post(`${apiPaths.links}/*`, async (context) =>
    pageResponse(
      await pages.post(
        linkPathOf(context),
        new Map(new URLSearchParams(await context.req.text())),
        addressOf(context, options),
      ),
    ),
  );
}

/** Where the pages are reached: where the settings say, else where this one was asked for. They have credits, too. */
function addressOf(context: Context, { installation, now }: HttpApiOptions): PageAddress {
  const settings = installation.readSettings();
  writeCreditsBy(settings, now());
  const { doorUrl } = settings;
  return { links: doorUrl ?? `${new URL(context.req.url).origin}${apiPaths.links}` };
}

/** Takes so many calls of one caller, before they wait for their turn: nobody takes the place of all others. */
function inMeasure(options: HttpApiOptions, rates: Rates): MiddlewareHandler {
  return async (context, next) => {
    const caller = options.identify(context);
    const afterSeconds = caller === undefined ? 0 : rates(caller.name, options.now());
    if (afterSeconds > 0) {
      const words = `${options.rate?.perSecond} calls a second are taken of one caller; ask again in ${afterSeconds} s`;
      return problemResponse(context, new Problem('too-many', words, { facts: { afterSeconds } }), options);
    }
    await next();
    return undefined;
  };
}

/** Lets so many calls in at once, some more wait, and tells the others to come back. The same reads are made once. */
function inTurn(options: HttpApiOptions): MiddlewareHandler {
  const showing = newAdmission(lanes.showing);
  const [reading, changing] = [newAdmission(lanes.reading), newAdmission(lanes.changing)];
  const reads = sharedReads();
  return async (context, next) => {
    const { method, path } = context.req;
    // A question that is asked with a body may take as long as any.
    const asked = routesAt(path).filter((route) => route.method === method);
    const isRead = method === 'GET' || (asked.length > 0 && asked.every(isQuestion));
    const key = method === 'GET' ? readKeyOf(context, options) : undefined;
    const followed = key === undefined ? undefined : reads.follow(key);
    if (followed !== undefined) {
      return followed;
    }
    const read = key === undefined ? undefined : reads.lead(key);
    const release = await (isRead ? (method === 'GET' && takesOld(context) ? showing : reading) : changing)();
    read?.begin();
    try {
      if (release === undefined) {
        const words = 'More is asked for than can be answered now; ask again in a moment';
        context.res = problemResponse(context, new Problem('busy', words), options);
      } else {
        await next();
      }
    } finally {
      release?.();
      await read?.end(context.res);
    }
    return undefined;
  };
}

/** What is asked, how, and by whom; undefined for nobody, and for what is no operation. */
function readKeyOf(context: Context, { identify }: HttpApiOptions): string | undefined {
  const { url, path } = context.req;
  const caller = basePaths.some((base) => path.startsWith(`${base}/`)) ? identify(context) : undefined;
  const terms = ['If-None-Match', figuresHeader].map((name) => context.req.header(name) ?? null);
  return caller && JSON.stringify([caller, url, ...terms]);
}

function takesOld(context: Context): boolean {
  return context.req.header(figuresHeader) === lastFigures;
}

function nothingAt(context: Context): Problem {
  const path = context.req.path;
  const others = routesAt(path).map(({ method }) => method);
  return others.length > 0
    ? new Problem('method-not-allowed', `It takes ${others.join(', ')}`, { facts: { allow: others } })
    : new Problem('not-found', 'There is nothing here; openapi.json describes what there is');
}

function problemResponse(context: Context, error: unknown, { onError }: HttpApiOptions): Response {
  const isForeseen = error instanceof Problem;
  if (!isForeseen) {
    onError(error);
  }
  const problem = isForeseen
    ? error
    : new Problem(
        'failed',
        'Something went wrong here, and nothing is said to be done; look at the log, and try again',
      );
  const { allow, afterSeconds = 1 } = problem.facts;
  const headers = {
    'Content-Type': 'application/problem+json',
    ...(Array.isArray(allow) && { Allow: allow.join(', ') }),
    ...(problem.kind === 'not-identified' && { 'WWW-Authenticate': 'Bearer' }),
    ...(['too-many', 'busy', 'computing'].includes(problem.kind) && { 'Retry-After': String(afterSeconds) }),
  };
  return context.body(JSON.stringify(problemDocument(problem)), problem.status, headers);
}
