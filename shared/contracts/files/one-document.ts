import type { Document } from 'yaml';

/** What to do about a YAML text of several documents, of which only the first would be read. */
export const oneDocument =
  'a second document begins here ("---"), and one file holds one; move it to a file of its own';

/** What to do about a YAML text that asks for the rules of another version, by which numbers and words mean something else. */
export const otherVersion =
  'the "%YAML" line asks for YAML 1.1, in which 0100 is 64 and off is false; remove it, the file is read as YAML 1.2';

/** Whether a YAML text asks for the rules of another version than 1.2. */
export function isOtherVersion({ directives }: Pick<Document.Parsed, 'directives'>): boolean {
  return directives.yaml.version !== '1.2';
}
