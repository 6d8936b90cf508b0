import { useId, type ReactNode } from 'react';

/** Lightweight: this page is opened on phones. */
export function Card({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count?: number;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="me-card">
      <h2 id={id}>
        {title}
        {count !== undefined && count > 0 && <span className="me-count"> ({count})</span>}
      </h2>
      {children}
    </section>
  );
}
