import type { Document } from 'yaml';

/** The remedy for several YAML documents, of which only the first would be read. */
export const oneDocument =
  'a second document begins here ("---"), and one file holds one; move it to a file of its own';

/** The remedy for YAML of another version, in which numbers and words differ. */
export const otherVersion =
  'the "%YAML" line asks for YAML 1.1, in which 0100 is 64 and off is false; remove it, the file is read as YAML 1.2';

/** Whether YAML text declares a version other than 1.2. */
export function isOtherVersion({ directives }: Document.Parsed): boolean {
  return directives.yaml.version !== '1.2';
}
