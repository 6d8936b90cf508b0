/** What the command line asks for: the document, or its words for a terminal, with what is said beside it. */
export const commandMedia = 'application/vnd.curfew.command+json';
