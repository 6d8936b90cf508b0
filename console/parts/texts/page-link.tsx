import { createContext, useContext, type ReactNode } from 'react';
import { Link, matchPath } from 'react-router';

import { NameText } from './name-text.tsx';

/** The addresses of all pages, as `pages.ts` has them. */
export const PagePaths = createContext<readonly string[]>([]);

interface PageLinkProps {
  /** An address within the console: parameters encoded. */
  readonly to: string;
  readonly children: ReactNode;
}

/** A link to another page; plain text where there is no such page. */
export function PageLink({ to, children }: PageLinkProps) {
  const paths = useContext(PagePaths);
  const { pathname } = new URL(to, 'http://console');
  return paths.some((path) => matchPath(path, pathname) !== null) ? (
    <Link className="page-link" to={to}>
      {children}
    </Link>
  ) : (
    <>{children}</>
  );
}

/** Somebody’s name, which leads to their page. */
export function PersonLink({ email }: { readonly email: string }) {
  return (
    <Link to={`/people/${encodeURIComponent(email)}`}>
      <NameText text={email} />
    </Link>
  );
}
