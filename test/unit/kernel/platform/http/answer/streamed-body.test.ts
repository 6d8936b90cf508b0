import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseJson, NotJsonError, readStreamed } from '../../../../../../shared/kernel/platform/http/answer/body.ts';
import { secretScrubber } from '../../../../../../shared/kernel/platform/http/answer/secret-scrubber.ts';
import { rejectionOf } from '../../scripted-platform.ts';

const path = ['data', '*', 'by_user'];
const key = 'key-3f9c2a71d5';

/** A body that comes in parts of the given sizes, in turn. */
function bodyInParts(text: string, sizes: readonly number[]): Response {
  const bytes = new TextEncoder().encode(text);
  const parts: Uint8Array[] = [];
  for (let [at, turn] = [0, 0]; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    parts.push(bytes.slice(at, at + size));
    at += size;
  }
  return new Response(ReadableStream.from(parts));
}

interface Reading {
  readonly sizes?: readonly number[];
  readonly bytesMax?: number;
  readonly heldBytesMax?: number;
}

async function read(text: string, { sizes = [7], bytesMax = 1_000_000, heldBytesMax = 1_000_000 }: Reading = {}) {
  const places: string[] = [];
  const rows = {
    path,
    read: (row: unknown, { list, index }: { readonly list: string; readonly index: number }) => {
      places.push(`${list}[${index}]`);
      return { row };
    },
  };
  const limits = { scrubber: secretScrubber(key), bytesMax, heldBytesMax };
  return { json: await readStreamed(bodyInParts(text, sizes), rows, limits), places };
}

/** The same in one go: what the rows of an answer become when it is parsed as a whole. */
function parsedWhole(text: string): unknown {
  const json = parseJson(text);
  const days = isObject(json) && Array.isArray(json['data']) ? json['data'] : [];
  for (const day of days.filter(isObject)) {
    const rows = day['by_user'];
    day['by_user'] = Array.isArray(rows) ? rows.map((row: unknown) => ({ row })) : rows;
    if (rows === undefined) {
      delete day['by_user'];
    }
  }
  return json;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const tricky = fc.constantFrom(
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\"',
  'é',
  '𝄞',
  '\u2028',
  '',
  'by_user',
  'data',
);
const text = fc.array(tricky, { maxLength: 6 }).map((parts) => parts.join(''));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.constantFrom(null, true, -0.5e-7),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('by_user', 'data', '__proto__')), tie('value'), { maxKeys: 3 }),
  ),
}));
const days = fc.array(fc.oneof(value, fc.record({ by_user: fc.array(value, { maxLength: 4 }), date: text })), {
  maxLength: 3,
});
const answers = fc.oneof(value, fc.record({ data: fc.oneof(days, value), meta: value }));
const spaces = fc.constantFrom(undefined, 1, '\t');
const answerTexts = fc.tuple(answers, spaces).map(([json, space]) => JSON.stringify(json, null, space));
const sizesOfParts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });

describe('an answer that is read row by row', () => {
  test('says what it says when it is parsed as a whole, wherever its parts begin', async () => {
    await fc.assert(
      fc.asyncProperty(answerTexts, sizesOfParts, async (answer, sizes) => {
        expect((await read(answer, { sizes })).json).toEqual(parsedWhole(answer));
      }),
      { numRuns: 150 },
    );
  });

  test('is refused where it is no JSON, and nowhere else', async () => {
    const damaged = fc
      .tuple(
        answerTexts,
        fc.nat(),
        fc.constantFrom('', ',', ']', '[', '}', '{', '"', '\\', ':', '1', ' ', '\u00A0'),
        fc.nat(1),
      )
      .map(([answer, place, put, cut]) => {
        const at = place % (answer.length + 1);
        // Half of a character is none in UTF-8.
        return (answer.slice(0, at) + put + answer.slice(at + cut)).toWellFormed();
      });
    await fc.assert(
      fc.asyncProperty(damaged, sizesOfParts, async (answer, sizes) => {
        const whole = await Promise.resolve(answer)
          .then(parsedWhole)
          .catch(() => 'refused');
        const streamed = await read(answer, { sizes }).then(
          ({ json }) => json,
          (error: unknown) => (error instanceof NotJsonError ? 'refused' : error),
        );
        expect(streamed).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['{"data":[{"by_user":[1,2]}],"data":[{"by_user":[3]}]}', { data: [{ by_user: [{ row: 3 }] }] }],
    ['{"data":[{"by\\u005fuser":[1]}]}', { data: [{ by_user: [{ row: 1 }] }] }],
    [
      '{"data":[{"by_user":[ ]},{"by_user":[{"__proto__":1}]}]}',
      { data: [{ by_user: [] }, { by_user: [{ row: { '[__proto__]': 1 } }] }] },
    ],
    ['{"data":{"0":{"by_user":[1]}}}', { data: { '0': { by_user: [1] } } }],
  ])('means what JSON means: %s', async (answer, expected) => {
    expect((await read(answer)).json).toEqual(expected);
  });

  test('names the place of each row', async () => {
    const { places } = await read('{"data":[{"by_user":[1,2]},{"x":[5,6],"by_user":[3]}]}');

    expect(places).toEqual(['data[0].by_user[0]', 'data[0].by_user[1]', 'data[1].by_user[0]']);
  });

  test('may be far longer than what is held of it, and no longer than its own limit', async () => {
    const answer = JSON.stringify({ data: [{ by_user: Array.from({ length: 500 }, (_, id) => ({ id })) }] });
    const heldBytesMax = 100;

    expect((await read(answer, { heldBytesMax })).json).toEqual(parsedWhole(answer));
    await expect(read(answer, { bytesMax: 1_000 })).rejects.toThrow('longer than 1000 bytes');
  });

  test.each([`{"data":[{"by_user":["${'x'.repeat(200)}"]}]}`, `{"meta":"${'x'.repeat(200)}","data":[]}`])(
    'is refused as too large where a row, or what is beside the rows, is',
    async (answer) => {
      const error = await rejectionOf(read(answer, { heldBytesMax: 100 }));

      expect(error).toMatchObject({ name: 'BodyTooLargeError', message: expect.stringContaining('longer than 100') });
    },
  );

  test('holds no key, in whatever parts it comes', async () => {
    const answer = JSON.stringify({ data: [{ by_user: [`a ${key} b`, Buffer.from(key).toString('hex')] }], meta: key });

    for (const size of [1, 5, 13, 1_000]) {
      const { json } = await read(answer, { sizes: [size] });
      expect(json).toEqual({
        data: [{ by_user: [{ row: 'a [redacted] b' }, { row: '[redacted]' }] }],
        meta: '[redacted]',
      });
    }
  });

  test('quotes nothing where it is refused', async () => {
    const error = await rejectionOf(read('{"data":[{"by_user":[{"token":"s3cr3t"'));

    expect(error).toBeInstanceOf(NotJsonError);
    expect(String(error)).not.toContain('s3cr3t');
    expect(error).not.toHaveProperty('cause');
  });
});
