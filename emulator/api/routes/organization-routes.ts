import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { userOf } from '../../state/members/member-changes.ts';
import { emailKey, isPresent, type Member } from '../../state/members/member.ts';
import { requireRole } from '../auth.ts';
import { BadRequestError, parseInput } from '../http-error.ts';
import { type Pagination, pageQueryOf, pageSizeOf } from '../paging.ts';
import type { World } from '../world.ts';

const ENTRIES_MAX = 100;
const ENTRIES_RULE = `must hold 1 to ${ENTRIES_MAX} entries`;

/** An entry without an email cannot appear in `errors`, so it is a 400; a bad limit is one row's error. */
const LimitEntry = z.object({ email: z.string(), limit: z.unknown() });
const LimitsBody = z.object({ users: z.array(LimitEntry).min(1, ENTRIES_RULE).max(ENTRIES_MAX, ENTRIES_RULE) });

interface LimitsAnswer {
  readonly updated: { readonly email: string; readonly limit: number }[];
  readonly errors: { readonly email: string; readonly error: string }[];
}

export function organizationRoutes(world: World): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/v0/organization/users', { preHandler: requireRole() }, (request) => rosterPage(world, request.query));
    app.put('/api/v0/organization/usage/limits/users', { preHandler: requireRole('owner', 'manager') }, (request) =>
      setLimits(world, request),
    );
  };
}

/** The cursor is the id of any user ever known, so a user leaving between pages breaks no chain. */
function rosterPage(world: World, query: unknown): { users: readonly object[]; pagination: Pagination } {
  const { limit, cursor } = pageQueryOf(query);
  const size = pageSizeOf(limit);
  if (cursor !== undefined && world.organization.findById(cursor) === undefined) {
    throw new BadRequestError('cursor: unknown');
  }
  const nowMs = world.clock.now();
  const found = firstPresent(world.organization.membersAfter(cursor), nowMs, size + 1);
  const page = found.slice(0, size);
  const last = page.at(-1);
  const hasMore = found.length > size;
  return {
    users: page.map((member) => userOf(world.seed, member, nowMs)),
    pagination: hasMore && last !== undefined ? { hasMore, nextCursor: last.id } : { hasMore: false },
  };
}

function firstPresent(members: readonly Member[], nowMs: number, count: number): readonly Member[] {
  const found: Member[] = [];
  for (const member of members) {
    if (member.listed && isPresent(member, nowMs)) {
      found.push(member);
    }
    if (found.length === count) {
      break;
    }
  }
  return found;
}

/** Rows are validated separately: one error does not stop the others. */
function setLimits(world: World, request: FastifyRequest): LimitsAnswer {
  const { users } = parseInput(LimitsBody, request.body);
  const isRefused = limitRefusalOf(request);
  const answer: LimitsAnswer = { updated: [], errors: [] };
  users.forEach((entry, index) => {
    const error = isRefused(emailKey(entry.email), index) ? 'the limit could not be set' : setLimit(world, entry);
    if (error === undefined) {
      answer.updated.push({ email: entry.email, limit: Number(entry.limit) });
    } else {
      answer.errors.push({ email: entry.email, error });
    }
  });
  world.limits.keep();
  return answer;
}

function setLimit(world: World, { email, limit }: z.infer<typeof LimitEntry>): string | undefined {
  if (typeof limit !== 'number' || !Number.isFinite(limit)) {
    return 'limit must be a number';
  }
  if (limit < 0) {
    return 'limit must not be negative';
  }
  const nowMs = world.clock.now();
  const member = world.organization.findByEmail(email, nowMs);
  if (member === undefined) {
    return 'no user of the organization has this email';
  }
  world.limits.set(member.id, { atMs: nowMs, limitCredits: limit });
  return undefined;
}

/** Whether to refuse the entry at `index` with this email (trimmed, lower case). */
type LimitRefusal = (email: string, index: number) => boolean;

const refusalByRequest = new WeakMap<FastifyRequest, LimitRefusal>();

export function refuseLimits(request: FastifyRequest, isRefused: LimitRefusal): void {
  refusalByRequest.set(request, isRefused);
}

function limitRefusalOf(request: FastifyRequest): LimitRefusal {
  return refusalByRequest.get(request) ?? (() => false);
}
