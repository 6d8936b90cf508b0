import { useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';

import { hasRight, useCaller } from '../api/caller.ts';
import { firstPage } from './pages.ts';
import { SideBar } from './side-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every page: top bar, navigation, and the page itself. */
export function Shell() {
  const [isNavOpen, setNavOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const isFirst = useRef(true);
  const [navOf, setNavOf] = useState(pathname);
  if (navOf !== pathname) {
    // Whoever chose a page from the navigation is done with it.
    setNavOf(pathname);
    setNavOpen(false);
  }
  useEffect(() => {
    // Whoever reads by ear is told of the new page; whoever has just come begins at the top.
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
      </main>
    </div>
  );
}

/** Home is for those who see everything: others begin with the first page of theirs. */
function Allowed() {
  const caller = useCaller();
  const { pathname } = useLocation();
  if (pathname === '/' && !hasRight(caller, 'read')) {
    const first = firstPage(({ right }) => hasRight(caller, right));
    return first === undefined || first.path === '/' ? <NothingForYou /> : <Navigate replace to={first.path} />;
  }
  return <Outlet />;
}

function NothingForYou() {
  const caller = useCaller();
  return (
    <>
      <h1>Nothing here is for you yet</h1>
      <p>
        You are signed in as {caller?.name}, who has no role. Whoever keeps the settings of Curfew gives roles, under
        “roles”.
      </p>
    </>
  );
}
