import { useEffect, useRef, useState } from 'react';
import { Link, matchPath, Navigate, NavLink, Outlet, useLocation } from 'react-router';

import { hasRight, useCaller } from '../api/caller.ts';
import { FiguresNote } from './figures-note.tsx';
import { firstPage, pages } from './pages.ts';
import { SavedViews } from './saved-views.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame of every page: top bar, navigation and content. */
export function Shell() {
  const [isNavOpen, setNavOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const isFirst = useRef(true);
  const [navOf, setNavOf] = useState(pathname);
  if (navOf !== pathname) {
    // Choosing a page closes the navigation.
    setNavOf(pathname);
    setNavOpen(false);
  }
  useEffect(() => {
    // Announces a new page to screen readers, but not the first one.
    if (!isFirst.current) {
      main.current?.focus();
      globalThis.scrollTo(0, 0);
    }
    isFirst.current = false;
  }, [pathname]);
  return (
    <div className="shell">
      <a className="shell-skip" href="#main">
        Skip to the page
      </a>
      <TopBar isNavOpen={isNavOpen} onToggleNav={() => setNavOpen(!isNavOpen)} />
      <SideBar isOpen={isNavOpen} />
      <main className="shell-main" id="main" ref={main} tabIndex={-1}>
        <Allowed />
        <FiguresNote />
      </main>
    </div>
  );
}

/** Home needs full access: an owner of a team’s budget starts with the team, others with their first page. */
function Allowed() {
  const caller = useCaller();
  const { pathname } = useLocation();
  if (pathname === '/' && !hasRight(caller, 'read')) {
    const [team, ...others] = caller?.roles.includes('team-owner') === true ? [] : (caller?.budgetTeams ?? []);
    if (team !== undefined) {
      return <Navigate replace to={others.length > 0 ? '/teams' : `/teams/${encodeURIComponent(team)}`} />;
    }
    const first = firstPage(({ right = 'read' }) => hasRight(caller, right));
    return first === undefined || first.path === '/' ? <NothingForYou /> : <Navigate replace to={first.path} />;
  }
  const page = pages.find(({ path }) => matchPath(path, pathname) !== null);
  const isRefused = caller !== undefined && page !== undefined && page.right === undefined && !hasRight(caller, 'read');
  return isRefused ? <NotForYou title={page.title} /> : <Outlet />;
}

/** A page about the whole organization: what is needed, who gives it, and where to go. */
function NotForYou({ title }: { readonly title: string }) {
  const caller = useCaller();
  const first = firstPage(({ right = 'read' }) => hasRight(caller, right));
  return (
    <>
      <h1>{title}</h1>
      <p>You need the role viewer to see this page; an admin gives it in the settings, under “roles”.</p>
      {first !== undefined && (
        <p>
          You may see <Link to={first.path}>{first.title}</Link> and the other pages of the menu.
        </p>
      )}
    </>
  );
}

function NothingForYou() {
  const caller = useCaller();
  return (
    <>
      <h1>Nothing here is for you yet</h1>
      <p>You are signed in as {caller?.name}, who has no role. An admin gives roles in the settings, under “roles”.</p>
    </>
  );
}

const groups = ['Now', 'Budgets', 'Security', 'Work', 'Curfew'] as const;

/** Every page that the user may see. */
function SideBar({ isOpen }: { readonly isOpen: boolean }) {
  const caller = useCaller();
  const seen = pages.filter(({ right = 'read' }) => hasRight(caller, right));
  return (
    <nav aria-label="Pages" className="shell-side" data-open={isOpen} id="pages">
      {groups.map((group) => {
        const own = seen.filter((page) => page.group === group);
        return (
          own.length > 0 && (
            <section key={group}>
              <h2>{group}</h2>
              <ul>
                {own.map(({ path, title }) => (
                  <li key={path}>
                    <NavLink end={path === '/'} to={path}>
                      {title}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
      <SavedViews />
    </nav>
  );
}
