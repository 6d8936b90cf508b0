import './facts.css';
import { Fragment, type ReactNode } from 'react';

interface FactsProps {
  /** By label; undefined ones are left out. */
  readonly facts: Readonly<Record<string, ReactNode>>;
  readonly className?: string;
}

/** Facts beside their labels. */
export function FactPairs({ facts, className = '' }: FactsProps) {
  return (
    <dl className={`pairs ${className}`}>
      {said(facts).map(([label, fact]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{fact}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Facts under their labels, as many per row as fit. */
export function FactCells({ facts, className }: FactsProps) {
  return (
    <dl className={className}>
      {said(facts).map(([label, fact]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

function said(facts: FactsProps['facts']): readonly (readonly [string, ReactNode])[] {
  return Object.entries(facts).filter(([, fact]) => fact !== undefined);
}
