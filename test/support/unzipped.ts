import { crc32, inflateRawSync } from 'node:zlib';

/** The files of an archive by name: each is read from its own header, and its sum checked. */
export function unzipped(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const localSignature = 0x04034b50;
  let at = 0;
  while (archive.readUInt32LE(at) === localSignature) {
    const [method, sum] = [archive.readUInt16LE(at + 8), archive.readUInt32LE(at + 14)];
    const [size, nameSize] = [archive.readUInt32LE(at + 18), archive.readUInt16LE(at + 26)];
    const start = at + 30 + nameSize;
    const stored = archive.subarray(start, start + size);
    const bytes = method === 0 ? stored : inflateRawSync(stored);
    if (crc32(bytes) !== sum) {
      throw new Error('the sum of a file of the archive is another one');
    }
    files.set(archive.toString('utf8', at + 30, start), bytes);
    at = start + size;
  }
  return files;
}
