import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { ForbiddenError, UnauthorizedError } from './http-error.ts';
import { roleOfToken } from './access-token.ts';
import { type Role, ROLES } from './role.ts';

/** The API keys of the emulated organization: one a role. */
export const API_KEYS: Readonly<Record<Role, string>> = {
  owner: 'owner-key',
  manager: 'manager-key',
  member: 'member-key',
  guest: 'guest-key',
};

/**
 * A preHandler for the v0 endpoints, which accept an API key or a JWT (platform-api.md, Authentication 2).
 * Without roles every valid key will do. Answers 401 for a missing or unknown key, 403 for another role.
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
