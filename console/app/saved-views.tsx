import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';

import { harmless } from '../parts/texts/name-text.tsx';
import { useViews } from './views.ts';

const nameCharsMax = 60;

/** The saved views of this browser, and a way to save the filters of the page that is open. */
export function SavedViews() {
  const { views, saveView, removeView } = useViews();
  const { pathname, search } = useLocation();
  const [isNaming, setNaming] = useState(false);
  const here = `${pathname}${search}`;
  const isSaved = views.some(({ to }) => to === here);
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    if (typeof name === 'string' && name.trim() !== '') {
      saveView({ name: name.trim(), to: here });
      setNaming(false);
    }
  };
  if (views.length === 0 && search === '') {
    return null;
  }
  return (
    <section aria-label="Saved views" className="shell-views">
      <h2>Saved views</h2>
      <ul>
        {views.map(({ name, to }) => (
          <li key={name}>
            <Link aria-current={to === here ? 'page' : undefined} to={to}>
              {harmless(name)}
            </Link>
            <button
              className="field-input"
              aria-label={`Remove the view ${harmless(name)}`}
              onClick={() => removeView(name)}
              type="button"
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {search !== '' && !isSaved && !isNaming && (
        <button className="field-input" onClick={() => setNaming(true)} type="button">
          Save this view …
        </button>
      )}
      {isNaming && (
        <form onSubmit={save}>
          <input
            className="field-input"
            aria-label="Name of the view"
            maxLength={nameCharsMax}
            name="name"
            placeholder="Name"
            required
          />
          <button className="field-input" type="submit">
            Save
          </button>
        </form>
      )}
    </section>
  );
}
