import { NavLink } from 'react-router';

import { hasRight, useCaller } from '../api/caller.ts';
import { pages } from './pages.ts';

const groups = ['Now', 'Budgets', 'Security', 'Work', 'Curfew'] as const;

/** Every page that whoever is signed in may see. */
export function SideBar({ isOpen }: { readonly isOpen: boolean }) {
  const caller = useCaller();
  const seen = pages.filter(({ right }) => hasRight(caller, right));
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
    </nav>
  );
}
