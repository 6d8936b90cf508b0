import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';

const pieceChars = 8;

/**
 * The first piece of eight characters or more of a secret that a text holds: as it is, in base64 (at any offset), in
 * hexadecimal, URL-encoded, or escaped as JSON. Undefined when there is none.
 */
export function traceOf(secret: string, text: string): string | undefined {
  return spellingsOf(secret)
    .flatMap(piecesOf)
    .find((piece) => text.includes(piece));
}

/** A secret as a vendor would make one, the same for the same number. */
export function drawnSecret(number: number, encoding: 'base64' | 'base64url' | 'hex' = 'base64url'): string {
  return createHash('sha256').update(`secret ${number}`).digest(encoding).slice(0, 40);
}

function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const wellFormed = secret.toWellFormed();
  return [
    secret,
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(wellFormed),
    JSON.stringify(secret).slice(1, -1),
    // The characters at either end of base64 also depend on what stands beside the secret.
    ...[0, 1, 2].map((offset) =>
      Buffer.concat([Buffer.alloc(offset), bytes])
        .toString('base64')
        .slice(offset + 1, -4),
    ),
  ];
}

function piecesOf(spelling: string): readonly string[] {
  return Array.from({ length: Math.max(0, spelling.length - pieceChars + 1) }, (_, start) =>
    spelling.slice(start, start + pieceChars),
  );
}
