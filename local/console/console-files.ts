import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, relative } from 'node:path';

import {
  consoleCacheControl,
  consoleHeaders,
  consolePolicy,
  consoleTypes,
} from '../../shared/kernel/contract/console-headers.ts';

export interface ConsoleFiles {
  /** Answers a GET; the page itself for every address that is no file. */
  answer(path: string, acceptEncoding: string): Response;
}

interface BuiltFile {
  readonly type: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly packed: Readonly<Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>>;
}

type Encoding = 'br' | 'gzip';

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };
const page = '/index.html';

const headersOfAll = { 'content-security-policy': consolePolicy(), ...consoleHeaders };

/** Throws when the folder holds no build. */
export function readConsoleFiles(folder: string): ConsoleFiles {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && consoleTypes[extname(entry.name)] !== undefined)
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(folder, file).replaceAll('\\', '/')}`, builtFile(file)]),
  );
  const index = files.get(page);
  if (index === undefined) {
    throw new Error(`${folder} holds no built console`);
  }
  return {
    answer(path, acceptEncoding) {
      const isAsset = path.startsWith('/assets/');
      const file = files.get(path) ?? (isAsset ? undefined : index);
      return file === undefined
        ? plainAnswer('There is no such file.\n', 404)
        : fileAnswer(file, { cacheControl: consoleCacheControl(path), acceptEncoding });
    },
  };
}

export function plainAnswer(text: string, status: number): Response {
  return new Response(text, {
    status,
    headers: { ...headersOfAll, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}

function fileAnswer(
  { type, plain, packed }: BuiltFile,
  { cacheControl, acceptEncoding }: { readonly cacheControl: string; readonly acceptEncoding: string },
): Response {
  const encoding = (['br', 'gzip'] as const).find(
    (each) => packed[each] !== undefined && new RegExp(`\\b${each}\\b`, 'u').test(acceptEncoding),
  );
  return new Response(encoding === undefined ? plain : (packed[encoding] ?? plain), {
    headers: {
      ...headersOfAll,
      'content-type': type,
      vary: 'accept-encoding',
      'cache-control': cacheControl,
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    },
  });
}

function builtFile(file: string): BuiltFile {
  const packed = Object.entries(suffixes).flatMap(([encoding, suffix]) => {
    const bytes = bytesOf(`${file}${suffix}`);
    return bytes === undefined ? [] : [[encoding, bytes]];
  });
  return {
    type: consoleTypes[extname(file)] ?? '',
    plain: new Uint8Array(readFileSync(file)),
    packed: Object.fromEntries(packed) as BuiltFile['packed'],
  };
}

function bytesOf(file: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(readFileSync(file));
  } catch {
    return undefined;
  }
}
