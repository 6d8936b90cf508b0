import { domainOf } from './unlinked.ts';

/** A domain of fewer of the people is of guests. */
const shareMin = 0.1;

/** The mail domains of most people, the commonest first: the organization's own, whether set or not. */
export function mainDomains(emails: Iterable<string>): readonly string[] {
  const counts = new Map<string, number>();
  let people = 0;
  for (const email of emails) {
    const domain = domainOf(email);
    if (domain !== undefined) {
      counts.set(domain, (counts.get(domain) ?? 0) + 1);
      people += 1;
    }
  }
  return [...counts]
    .filter(([, count]) => count >= people * shareMin)
    .toSorted(([a, most], [b, count]) => count - most || (a < b ? -1 : 1))
    .map(([domain]) => domain);
}
