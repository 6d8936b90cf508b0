import crypto, { createHash, createPrivateKey } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** The clock of this program. */
export interface StillClock {
  readonly now: () => number;
  /** Stands still at a later moment from here on. Unix milliseconds. */
  readonly moveTo: (atMs: number) => void;
  /** Begins again at a moment, with nothing drawn at random yet. Unix milliseconds. */
  readonly begin: (atMs: number) => void;
}

/**
 * Makes this program the same each time: its clock stands still, and what is drawn at random follows from how often the
 * file that draws has drawn before.
 */
export function standStill(atMs: number): StillClock {
  const drawn = new Map<string, number>();
  drawInTurn(drawn);
  const MachineDate = Date;
  let nowMs = atMs;
  globalThis.Date = class Date extends MachineDate {
    constructor(...given: readonly number[]) {
      super(...((given.length === 0 ? [nowMs] : given) as [number]));
    }

    static override now(): number {
      return nowMs;
    }

    // What Node itself makes, such as the time of a file, is a date as well.
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof MachineDate;
    }
  } as DateConstructor;
  const moveTo = (laterMs: number): void => void (nowMs = laterMs);
  const begin = (firstMs: number): void => {
    drawn.clear();
    moveTo(firstMs);
  };
  return { now: () => nowMs, moveTo, begin };
}

/** `drawn`: how often each file has drawn. */
function drawInTurn(drawn: Map<string, number>): void {
  const draw = (): Buffer => {
    const caller = callerOf(new Error('caller').stack);
    const turn = (drawn.get(caller) ?? 0) + 1;
    drawn.set(caller, turn);
    return createHash('sha256').update(String(turn)).digest();
  };
  const bytes = (size: number) => Buffer.concat(Array.from({ length: Math.ceil(size / 32) }, draw)).subarray(0, size);
  Object.assign(crypto, {
    randomUUID: () =>
      bytes(16)
        .toString('hex')
        .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/u, '$1-$2-4$3-8$4-$5'),
    randomBytes: bytes,
    generateKeyPairSync: () => ({ privateKey: ed25519KeyOf(bytes(32)) }),
  });
  Math.random = () => 0.5;
  syncBuiltinESMExports();
}

/** PKCS #8 of an Ed25519 key is these bytes before the key itself (RFC 8410). */
const beforeKey = Buffer.from('302e020100300506032b657004220420', 'hex');

function ed25519KeyOf(key: Buffer): crypto.KeyObject {
  return createPrivateKey({ key: Buffer.concat([beforeKey, key]), format: 'der', type: 'pkcs8' });
}

/** The first file of a stack that is not this one. */
function callerOf(stack = ''): string {
  const files = [...stack.matchAll(/(?:file:\/\/|\()(?<file>\/[^:)]+|node:[^:)]+)/gu)].map(
    ({ groups }) => groups?.['file'] ?? '',
  );
  return files.find((file) => !file.endsWith('still-program.ts') && !file.startsWith('node:')) ?? '';
}
