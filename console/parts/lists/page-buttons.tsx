import './page-buttons.css';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useSearchParams } from 'react-router';

import { pageText, type ListPage } from './list-page.ts';

/** A page's position, and links to the others. The page is in the address as `cursor`. */
export function PageButtons({ page }: { readonly page: ListPage | undefined }) {
  const [search, setSearch] = useSearchParams();
  const isFirst = search.get('cursor') === null;
  const { next = null, place } = page ?? {};
  const go = (to: string | null): void =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (to === null) {
        after.delete('cursor');
      } else {
        after.set('cursor', to);
      }
      return after;
    });
  return (
    <SpaceBetween alignItems="center" direction="horizontal" size="xs">
      <span className="page-place">{pageText(page)}</span>
      <Button
        ariaLabel="First page"
        disabled={isFirst}
        iconName="angle-left-double"
        onClick={() => go(null)}
        variant="icon"
      />
      <Button
        ariaLabel="Previous page"
        disabled={isFirst}
        iconName="angle-left"
        onClick={() => go(place?.previous ?? null)}
        variant="icon"
      />
      <Button
        ariaLabel="Next page"
        disabled={next === null}
        iconName="angle-right"
        onClick={() => go(next)}
        variant="icon"
      />
    </SpaceBetween>
  );
}
