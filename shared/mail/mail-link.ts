import { sha256 } from '../kernel/sha256.ts';

/** Purposes of links in mails; `console` leads to a console page with sign-in and is not signed. */
export const mailLinkPurposes = ['ask', 'decide', 'hook', 'acknowledge', 'console'] as const;

export interface MailLink {
  /** Derived from the other members: the placeholder in the mail's texts. */
  readonly id: string;
  readonly purpose: (typeof mailLinkPurposes)[number];
  /** A condition, a request, or revisions; for a console page its path. */
  readonly subject: string;
  readonly door: string;
}

export function mailLink(link: Omit<MailLink, 'id'>): MailLink {
  return { ...link, id: sha256(JSON.stringify([link.purpose, link.subject, link.door])).slice(0, 16) };
}

/** Returns the placeholder of a link until it is signed. No external text can contain it: see `printable`. */
export function linkPlace({ id }: MailLink): string {
  return `https://link.invalid/${id}`;
}

/** Returns a link's placeholder with the view that the page shows first. */
export function addressOf({ view, ...link }: MailLink & { readonly view?: string }): string {
  return `${linkPlace(link)}${view === undefined ? '' : `/${view}`}`;
}

export function withoutLinks(text: string, instead: string): string {
  return text.replaceAll(/https:\/\/link\.invalid\/[0-9a-f]+(?:\/[a-z-]+)?/gu, instead);
}
