import { sha256 } from '../sha256.ts';

/** What a link in a mail may be for; `console` leads to a page of the console, where people sign in: it is not signed. */
export const mailLinkPurposes = ['ask', 'decide', 'hook', 'acknowledge', 'console'] as const;

/** A link in a mail before it is signed. */
export interface MailLink {
  /** Made from the rest: stands for the link in the texts of the mail. */
  readonly id: string;
  readonly purpose: (typeof mailLinkPurposes)[number];
  /** What it is about: a condition, a request, or revisions; of a page of the console its path. */
  readonly subject: string;
  /** The address of the admin API, or of the console, without a slash at its end. */
  readonly door: string;
}

export function mailLink(link: Omit<MailLink, 'id'>): MailLink {
  return { ...link, id: sha256(JSON.stringify([link.purpose, link.subject, link.door])).slice(0, 16) };
}

/** What stands in the texts of a mail until the link is signed. No text from outside can hold it: see `printable`. */
export function linkPlace({ id }: Pick<MailLink, 'id'>): string {
  return `https://link.invalid/${id}`;
}

/** The same with the view that the page shows first. */
export function addressOf({ view, ...link }: MailLink & { readonly view?: string }): string {
  return `${linkPlace(link)}${view === undefined ? '' : `/${view}`}`;
}

/** A text of a mail with something else in the place of each link. */
export function withoutLinks(text: string, instead: string): string {
  return text.replaceAll(/https:\/\/link\.invalid\/[0-9a-f]+(?:\/[a-z-]+)?/gu, instead);
}
