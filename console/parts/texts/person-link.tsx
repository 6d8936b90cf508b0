import { Link } from 'react-router';

import { NameText } from './name-text.tsx';

/** Somebody’s name, which leads to their page. */
export function PersonLink({ email }: { readonly email: string }) {
  return (
    <Link to={`/people/${encodeURIComponent(email)}`}>
      <NameText text={email} />
    </Link>
  );
}
