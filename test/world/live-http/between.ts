import { z } from 'zod';

import type { TestEmulator } from '../../support/emulator.ts';
import type { Draw } from '../../support/redaction/draw.ts';
import { minuteMs, type VirtualClock } from '../virtual-clock.ts';

/** What stands between Curfew and the emulator: time that passes, limits that are felt late, sessions that no list names. */
export interface Between {
  readonly fetch: typeof globalThis.fetch;
  /** Brings the emulator to the present moment. */
  settle(): Promise<void>;
  /** Whether a session is on the list. */
  isListed: (sessionId: string) => boolean;
}

interface BetweenTerms {
  readonly clock: VirtualClock;
  readonly emulator: TestEmulator;
  readonly draw: Draw;
  /** A limit is felt up to so much after its PUT was answered. */
  readonly delayMinutes: number;
}

interface FeltLater {
  readonly atMs: number;
  readonly users: readonly { readonly email: string; readonly limit: number }[];
}

const LimitsBody = z.object({ users: z.array(z.object({ email: z.string(), limit: z.number() })) });
const SessionsBody = z.looseObject({ sessions: z.array(z.looseObject({ sessionId: z.string() })) });
const requestMsMax = 3_000;

export function standBetween({ clock, emulator, draw, delayMinutes }: BetweenTerms): Between {
  let felt: readonly FeltLater[] = [];
  let reachedMs = -Infinity;
  const moveTo = async (ms: number): Promise<void> => {
    // The emulator reckons in minutes.
    if (Math.floor(ms / minuteMs) > Math.floor(reachedMs / minuteMs)) {
      await emulator.tell('/__sim/clock', { now: ms });
      reachedMs = ms;
    }
  };
  const settle = async (): Promise<void> => {
    const due = felt.filter(({ atMs }) => atMs <= clock.now());
    felt = felt.slice(due.length);
    for (const { atMs, users } of due) {
      await moveTo(atMs);
      await emulator.setLimits(...users);
    }
    await moveTo(clock.now());
  };
  /** Answered at once and applied later; never before one that was sent earlier. */
  const feelLater = (users: FeltLater['users']): Response => {
    const atMs = clock.now() + draw.below(delayMinutes + 1) * minuteMs;
    felt = [...felt, { atMs: Math.max(atMs, felt.at(-1)?.atMs ?? 0), users }];
    return Response.json({ updated: users, errors: [] });
  };
  const between: Between = {
    settle,
    isListed: () => true,
    async fetch(input, init = {}) {
      clock.moveBy(draw.below(requestMsMax));
      await settle();
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (init.method === 'PUT' && typeof init.body === 'string' && (felt.length > 0 || draw.below(3) === 0)) {
        return feelLater(LimitsBody.parse(JSON.parse(init.body)).users);
      }
      const answer = await fetch(input, init);
      return answer.ok && pathname.endsWith('/sessions') ? onlyListed(answer, between.isListed) : answer;
    },
  };
  return between;
}

async function onlyListed(answer: Response, isListed: Between['isListed']): Promise<Response> {
  const { sessions, ...rest } = SessionsBody.parse(await answer.json());
  const listed = sessions.filter(({ sessionId }) => isListed(sessionId));
  return Response.json({ ...rest, sessions: listed }, { headers: { date: answer.headers.get('date') ?? '' } });
}
