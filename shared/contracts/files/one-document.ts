/** What to do about a YAML text of several documents, of which only the first would be read. */
export const oneDocument =
  'a second document begins here ("---"), and one file holds one; move it to a file of its own';
