/** The files of an archive that is not compressed, by name: each is read from its own header. */
export function unzipped(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const localSignature = 0x04034b50;
  let at = 0;
  while (archive.readUInt32LE(at) === localSignature) {
    const [size, nameSize] = [archive.readUInt32LE(at + 18), archive.readUInt16LE(at + 26)];
    const start = at + 30 + nameSize;
    files.set(archive.toString('utf8', at + 30, start), archive.subarray(start, start + size));
    at = start + size;
  }
  return files;
}
