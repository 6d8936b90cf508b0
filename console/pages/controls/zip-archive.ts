/** A file of an archive. */
export interface ArchivedFile {
  readonly name: string;
  readonly text: string;
}

const [localSignature, centralSignature, endSignature] = [0x04034b50, 0x02014b50, 0x06054b50] as const;
const version = 20;
/** Names are UTF-8. */
const flags = 0x0800;
/** 1 January 1980: what is in an archive depends on its files alone. */
const date = 0x0021;

const table = Uint32Array.from({ length: 256 }, (_all, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) {
    value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  }
  return value >>> 0;
});

/** Several files as one that every system opens (ZIP, not compressed). */
export function zipOf(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const [nameBytes, bytes] = [encoder.encode(name), encoder.encode(text)];
    const facts = [
      [version, 2],
      [flags, 2],
      [0, 2],
      [0, 2],
      [date, 2],
      [crcOf(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [nameBytes.length, 2],
      [0, 2],
    ] as const;
    const local = [fieldsOf([[localSignature, 4], ...facts]), nameBytes, bytes];
    central.push(
      fieldsOf([[centralSignature, 4], [version, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]),
      nameBytes,
    );
    parts.push(...local);
    offset += sizeOf(local);
  }
  const count = files.length;
  const end = [
    [endSignature, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [sizeOf(central), 4],
    [offset, 4],
    [0, 2],
  ] as const;
  return joined([...parts, ...central, fieldsOf(end)]);
}

/** Numbers in so many bytes each, the lowest first. */
function fieldsOf(fields: readonly (readonly [number, 2 | 4])[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([value, size]) => Array.from({ length: size }, (_all, index) => (value >>> (8 * index)) & 0xff)),
  );
}

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
