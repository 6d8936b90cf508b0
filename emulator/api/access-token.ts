import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Role, ROLES } from './role.ts';

// Guards nothing: the emulator is a stand-in whose keys are public. A fixed secret lets tokens outlive a restart.
const SIGNING_SECRET = 'emulator-token-secret';

const Claims = z.object({ role: z.enum(ROLES), exp: z.number() });

/** Issues a JWT (HS256) for a role, valid for so many seconds of the system's clock. */
export function issueToken(role: Role, lifetimeSeconds: number): string {
  const issuedAtSeconds = Math.floor(Date.now() / 1000);
  const claims = { sub: `token-${role}`, role, iat: issuedAtSeconds, exp: issuedAtSeconds + lifetimeSeconds };
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${signed}.${signatureOf(signed)}`;
}

/** The role of a token, or undefined when it is forged, expired or no token at all. */
export function roleOfToken(token: string): Role | undefined {
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
