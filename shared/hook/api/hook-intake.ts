import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { newAdmission, newRates } from '../../kernel/api/http/admission.ts';
import { Problem } from '../../kernel/api/problem.ts';
import { apiPaths, hookPaths } from '../../kernel/contract/api-paths.ts';
import { HookReport } from '../contract.ts';
import type { ReportedEvent, ReportEvent, ReportOutcome } from '../use-cases/report-event.ts';

/** What hooks on people's machines call. */
export interface HookIntake {
  readonly report: ReportEvent;
  /** The hook itself, as a file that people fetch. */
  readonly file: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Session and event, and no more. */
const bodyBytesMax = 1_000;
/** No queue: a hook has two seconds, and the next event tells the same. */
const lane = { atOnceMax: 250, waitingMax: 0, waitMsMax: 0 } as const;

/** One machine has a handful of sessions, with sub-agents that end one after the other. */
const rate = { burst: 60, perSecond: 2 } as const;

/** Mounts them with a lane of their own: neither do hooks keep people waiting, nor people hooks. */
export function mountHookIntake(app: Hono, { report, file, now }: HookIntake): void {
  const admit = newAdmission(lane);
  const rates = newRates(rate);
  app.get(`${apiPaths.links}${hookPaths.file}`, (context) =>
    context.body(file(), 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Content-Disposition': 'attachment; filename="curfew-hook.mjs"',
    }),
  );
  const tooLarge = (): never => {
    throw new Problem('too-large', `A report holds at most ${bodyBytesMax} bytes`);
  };
  app.post(
    `${apiPaths.links}${hookPaths.report}`,
    bodyLimit({ maxSize: bodyBytesMax, onError: tooLarge }),
    async (context) => {
      const token = tokenIn(context);
      if (rates(token, now()) > 0) {
        throw new Problem('too-many', 'This key reports more events than anybody works; wait a moment');
      }
      // A slow sender takes no place.
      const reported = await reportedIn(context);
      const release = await admit();
      if (release === undefined) {
        throw new Problem('busy', 'More events come in than can be taken now; the next one tells the same');
      }
      try {
        return answer(context, await report(token, reported));
      } finally {
        release();
      }
    },
  );
}

function tokenIn(context: Context): string {
  const [, token] = /^Bearer (cfh_[\w-]{1,200})$/u.exec(context.req.header('Authorization') ?? '') ?? [];
  if (token === undefined) {
    throw unknownToken();
  }
  return token;
}

function answer(context: Context, outcome: ReportOutcome): Response {
  switch (outcome.kind) {
    case 'unknown-token':
      throw unknownToken();
    case 'reported': {
      const { left, say } = outcome;
      const resetsAt = left === undefined ? null : `${left.resetsOn}T00:00:00.000Z`;
      return context.json({
        left: left?.leftCredits ?? null,
        limit: left?.limitCredits ?? null,
        seen: left?.seenCredits ?? null,
        resetsAt,
        through: left?.through ?? null,
        say,
      });
    }
  }
}

function unknownToken(): Problem {
  return new Problem('not-identified', 'The key is not known, or is revoked: make a new one on your page');
}

async function reportedIn(context: Context): Promise<ReportedEvent> {
  const read = HookReport.safeParse(await context.req.json().catch(() => undefined));
  if (!read.success) {
    const fields = read.error.issues.map(({ path }) => ({ field: path.join('.') || 'body', problem: 'is wrong' }));
    throw new Problem('invalid-input', 'A report is {"event": …, "session": …}, and nothing else', {
      fields: fields.slice(0, 5),
    });
  }
  const { data } = read;
  return data.event === 'test' ? data : { event: data.event, sessionId: data.session };
}
