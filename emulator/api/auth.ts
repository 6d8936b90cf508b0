import { createHmac, timingSafeEqual } from 'node:crypto';

import type { FastifyRequest, preHandlerAsyncHookHandler, FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import { ForbiddenError, UnauthorizedError, parseInput } from './http-error.ts';

const ROLES = ['owner', 'manager', 'member', 'guest'] as const;

type Role = (typeof ROLES)[number];

export const API_KEYS: Readonly<Record<Role, string>> = {
  owner: 'owner-key',
  manager: 'manager-key',
  member: 'member-key',
  guest: 'guest-key',
};

/**
 * A preHandler for v0 endpoints, which accept an API key or JWT (platform-api.md, Authentication 2). Without roles any
 * valid key passes. Answers 401 for a missing or unknown key, 403 for another role.
 */
export function requireRole(...roles: readonly Role[]): preHandlerAsyncHookHandler {
  return async (request) => {
    const bearer = bearerOf(request);
    refuseUnlessAllowed(roleOfKey(bearer) ?? roleOfToken(bearer), roles);
  };
}

/** The same for analytics and readiness reports, which accept API keys only. */
export function requireKeyRole(...roles: readonly Role[]): preHandlerAsyncHookHandler {
  return async (request) => {
    refuseUnlessAllowed(roleOfKey(bearerOf(request)), roles);
  };
}

function refuseUnlessAllowed(role: Role | undefined, roles: readonly Role[]): void {
  if (role === undefined) {
    throw new UnauthorizedError();
  }
  if (roles.length > 0 && !roles.includes(role)) {
    throw new ForbiddenError(`the ${role} role may not call this endpoint; it needs ${roles.join(' or ')}`);
  }
}

function bearerOf(request: FastifyRequest): string {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

function roleOfKey(bearer: string): Role | undefined {
  return ROLES.find((role) => API_KEYS[role] === bearer);
}

// No protection: the emulator's keys are public. A fixed secret lets tokens outlive a restart.
const SIGNING_SECRET = 'emulator-token-secret';

const Claims = z.object({ role: z.enum(ROLES), exp: z.number() });

/** Issues a JWT (HS256) for a role. */
function issueToken(role: Role, lifetimeSeconds: number): string {
  const issuedAtSeconds = Math.floor(Date.now() / 1000);
  const claims = { sub: `token-${role}`, role, iat: issuedAtSeconds, exp: issuedAtSeconds + lifetimeSeconds };
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${signed}.${signatureOf(signed)}`;
}

/** Undefined when the token is forged, expired or malformed. */
function roleOfToken(token: string): Role | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const expected = Buffer.from(signatureOf(`${header}.${payload}`));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
    return undefined;
  }
  const claims = Claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return claims.success && claims.data.exp > Date.now() / 1000 ? claims.data.role : undefined;
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signatureOf(signed: string): string {
  return createHmac('sha256', SIGNING_SECRET).update(signed).digest('base64url');
}

const LIFETIME_SECONDS_DEFAULT = 3_600;
const LIFETIME_SECONDS_MAX = 31_536_000;
const TokenBody = z.object({
  role: z.enum(ROLES),
  lifetimeSeconds: z.int().min(1).max(LIFETIME_SECONDS_MAX).default(LIFETIME_SECONDS_DEFAULT),
});

/** POST /__sim/token: a role's JWT. It expires by the system's clock, not the emulator's. */
export const tokenRoutes: FastifyPluginAsync = async (app) => {
  app.post('/__sim/token', (request, reply) => {
    const { role, lifetimeSeconds } = parseInput(TokenBody, request.body);
    return reply.code(201).send({ token: issueToken(role, lifetimeSeconds) });
  });
};
