import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';

import { useCaller, type Caller } from '../api/caller.ts';
import { session } from '../api/session.ts';
import { harmless, NameText } from '../parts/texts/name-text.tsx';
import icon from './icon.svg';
import { preferences, setPreferences, type Preferences } from './preferences.ts';
import { Search } from './search.tsx';

export function TopBar({ isNavOpen, onToggleNav }: { readonly isNavOpen: boolean; readonly onToggleNav: () => void }) {
  return (
    <header className="shell-top">
      <button
        aria-controls="pages"
        aria-expanded={isNavOpen}
        aria-label="Pages"
        className="shell-toggle"
        onClick={onToggleNav}
        type="button"
      >
        ☰
      </button>
      <Link className="shell-brand" to="/">
        <img alt="" height="24" src={icon} width="24" />
        Curfew
      </Link>
      <span className="shell-space" />
      <Search />
      <AccountMenu />
    </header>
  );
}

function AccountMenu() {
  const caller = useCaller();
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) {
      return undefined;
    }
    const close = (event: Event): void => {
      const isKey = event instanceof KeyboardEvent;
      if (isKey ? event.key === 'Escape' : !(menu.current?.contains(event.target as Node) ?? false)) {
        setOpen(false);
        if (isKey) {
          opener.current?.focus();
        }
      }
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
    };
  }, [isOpen]);
  return (
    <div className="shell-menu" ref={menu}>
      <button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} ref={opener} type="button">
        {caller === undefined ? 'You' : <NameText text={caller.name} />} ▾
      </button>
      {isOpen && caller !== undefined && (
        <div className="shell-menu-panel">
          <p>
            <NameText text={caller.name} />: {roleText(caller)}
          </p>
          <LookAs caller={caller} />
          <Look />
          <button
            onClick={() =>
              void session()
                ?.end()
                .finally(() => location.assign('/'))
            }
            type="button"
          >
            Sign out
          </button>
        </div>
      )}
    </div>
  );
}

function roleText({ via, roles, ownedTeams, budgetTeams }: Caller): string {
  if (via === 'machine') {
    return 'the user of this machine, who may do everything';
  }
  const owned = [...new Set([...ownedTeams, ...budgetTeams])];
  const teams = owned.length === 0 ? '' : ` (${owned.join(', ')})`;
  return roles.length === 0 ? 'no role' : `${roles.join(', ')}${teams}`;
}

/** Only the demo can be viewed as other people. */
function LookAs({ caller }: { readonly caller: Caller }) {
  const { people, lookAs } = session() ?? {};
  if (people === undefined || lookAs === undefined) {
    return null;
  }
  const { email: own } = caller;
  const others = own === null || people.includes(own) ? people : [own, ...people];
  return (
    <label>
      Look at the demo as
      <select
        onChange={({ target }) =>
          void lookAs(target.value === '' ? undefined : target.value).then(() => location.assign('/'))
        }
        value={own ?? ''}
      >
        <option value="">the user of this machine</option>
        {others.map((email) => (
          <option key={email} value={email}>
            {harmless(email)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Look() {
  const { theme, density } = useSyncExternalStore(preferences.subscribe, preferences.get);
  return (
    <>
      <label>
        Theme
        <select
          onChange={({ target }) => setPreferences({ theme: target.value as Preferences['theme'] })}
          value={theme}
        >
          <option value="system">as the system</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
      <label>
        Density
        <select
          onChange={({ target }) => setPreferences({ density: target.value as Preferences['density'] })}
          value={density}
        >
          <option value="comfortable">comfortable</option>
          <option value="compact">compact</option>
        </select>
      </label>
    </>
  );
}
