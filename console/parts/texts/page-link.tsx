import { createContext, useContext, type ReactNode } from 'react';
import { Link, matchPath } from 'react-router';

import { NameText } from './name-text.tsx';

/** All page addresses from `pages.ts`. */
export const PagePaths = createContext<readonly string[]>([]);

/** A link to another page; plain text when it does not exist. */
export function PageLink({
  to,
  children,
}: {
  /** A console address with encoded parameters. */
  readonly to: string;
  readonly children: ReactNode;
}) {
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

/** A person's name, linked to their page. */
export function PersonLink({ email }: { readonly email: string }) {
  return (
    <Link to={`/people/${encodeURIComponent(email)}`}>
      <NameText text={email} />
    </Link>
  );
}
