import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a text in UTF-8, or of many concatenated texts, as 64 lower-case hex digits. */
export function sha256(texts: string | Iterable<string>): string {
  const hash = createHash('sha256');
  if (typeof texts === 'string') {
    return hash.update(texts, 'utf8').digest('hex');
  }
  // Each update costs a native call, so short texts are joined first.
  let block = '';
  for (const text of texts) {
    block += text;
    if (block.length >= blockChars) {
      hash.update(block, 'utf8');
      block = '';
    }
  }
  return hash.update(block, 'utf8').digest('hex');
}

const blockChars = 65_536;
