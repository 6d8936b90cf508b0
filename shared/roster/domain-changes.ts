import { compareText, sortedBy } from '../kernel/texts/compare-text.ts';
import { emailKey } from './email.ts';

/** A domain that replaces another one for people who keep their names before the `@`. */
interface DomainChange<Each> {
  readonly from: string;
  readonly to: string;
  readonly people: readonly Each[];
}

/** From this number of people, a change counts as one of the domain. */
const peopleMin = 3;

/** Separates changes of a whole domain from those of single addresses. */
export function domainChanges<Each extends { readonly from: string; readonly to: string }>(
  renamings: readonly Each[],
): { readonly domains: readonly DomainChange<Each>[]; readonly others: readonly Each[] } {
  const byDomains = Map.groupBy(renamings, ({ from, to }) => {
    const [before, after] = [partsOf(from), partsOf(to)];
    return before.name === after.name ? `${before.domain} ${after.domain}` : undefined;
  });
  const domains: DomainChange<Each>[] = [];
  const others: Each[] = [];
  for (const [domain, people] of byDomains) {
    if (domain === undefined || people.length < peopleMin) {
      others.push(...people);
    } else {
      const [from = '', to = ''] = domain.split(' ');
      domains.push({ from, to, people });
    }
  }
  return {
    domains: domains.toSorted((a, b) => compareText(a.from, b.from) || compareText(a.to, b.to)),
    others: sortedBy(others, ({ from }) => from),
  };
}

function partsOf(address: string): { readonly name: string; readonly domain: string } {
  const key = emailKey(address);
  const at = key.lastIndexOf('@');
  return { name: key.slice(0, at), domain: key.slice(at + 1) };
}
