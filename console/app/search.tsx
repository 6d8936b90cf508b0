import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { harmless } from '../parts/texts/name-text.tsx';
import type { Match } from './search-matches.ts';
import { useSearch } from './use-search.ts';

import './search.css';

/** The search over pages, people, teams, budgets and alerts: opened by its button, “/” or Ctrl+K. */
export function Search() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: globalThis.KeyboardEvent): void => {
      const isKey = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping(event));
      if (isKey) {
        event.preventDefault();
        setOpen(true);
      } else if (event.key === 'Escape' && dialog.current?.open === true) {
        // A search field would take the first one to empty itself.
        event.preventDefault();
        setOpen(false);
      }
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  useEffect(() => {
    if (isOpen) {
      dialog.current?.showModal();
    } else {
      dialog.current?.close();
    }
  }, [isOpen]);
  return (
    <>
      <button className="search-open" onClick={() => setOpen(true)} type="button">
        Search <kbd aria-hidden>/</kbd>
      </button>
      <dialog
        aria-label="Search"
        className="search"
        // The event comes late: by then it may be open again.
        onClose={() => setOpen(dialog.current?.open ?? false)}
        ref={dialog}
      >
        {isOpen && <Palette onEnd={() => setOpen(false)} />}
      </dialog>
    </>
  );
}

function isTyping({ target, altKey, ctrlKey, metaKey }: globalThis.KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/u.test(target.tagName));
  return isField || altKey || ctrlKey || metaKey;
}

function Palette({ onEnd }: { readonly onEnd: () => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const { matches, isReading } = useSearch(typed, true);
  const current = Math.min(chosen, matches.length - 1);
  const open = (match: Match | undefined): void => {
    if (match !== undefined) {
      onEnd();
      void navigate(match.to);
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && matches.length > 0) {
      event.preventDefault();
      setChosen((current + step + matches.length) % matches.length);
    } else if (event.key === 'Enter') {
      open(matches[current]);
    }
  };
  return (
    <>
      <input
        className="field-input"
        aria-activedescendant={matches.length === 0 ? undefined : `search-${current}`}
        aria-controls="search-matches"
        aria-expanded
        aria-label="Search pages, people, teams, budgets and alerts"
        autoComplete="off"
        // The dialog was opened to type here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={({ target }) => {
          setTyped(target.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
        placeholder="Pages, people, teams, budgets, alerts"
        role="combobox"
        type="search"
        value={typed}
      />
      <div aria-label="Found" className="search-matches" id="search-matches" role="listbox">
        {matches.map((match, index) => (
          <Row
            id={`search-${index}`}
            isChosen={index === current}
            isFirst={matches[index - 1]?.group !== match.group}
            key={`${match.group} ${match.to} ${match.text}`}
            match={match}
            onOpen={() => open(match)}
          />
        ))}
      </div>
      <p className="search-note" role="status">
        {matches.length > 0 ? '' : isReading ? 'Reading …' : 'Nothing found'}
      </p>
    </>
  );
}

function Row({
  match,
  id,
  isChosen,
  isFirst,
  onOpen,
}: {
  readonly match: Match;
  readonly id: string;
  readonly isChosen: boolean;
  readonly isFirst: boolean;
  readonly onOpen: () => void;
}) {
  const { group, text, note } = match;
  return (
    // The keys are the field's, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      aria-selected={isChosen}
      className="search-match"
      id={id}
      onClick={onOpen}
      ref={(row) => {
        if (isChosen) {
          row?.scrollIntoView({ block: 'nearest' });
        }
      }}
      role="option"
      tabIndex={-1}
    >
      <span className="search-group">{isFirst ? group : ''}</span>
      <bdi>{harmless(text)}</bdi>
      {note !== undefined && note !== '' && <span className="soft">{harmless(note)}</span>}
    </div>
  );
}
