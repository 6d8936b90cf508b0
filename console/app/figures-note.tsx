import { useSyncExternalStore } from 'react';

import type { ApiAnswer } from '../api/call-api.ts';
import { isComputing, queryClient } from '../api/queries.ts';
import { TimeText } from '../parts/texts/time-text.tsx';
import { figuresShown, type FiguresShown } from './figures-shown.ts';

function readNow(): string {
  const active = queryClient.getQueryCache().findAll({ type: 'active' });
  const reads = active.map(({ state }) => ({
    old: (state.data as ApiAnswer<unknown> | undefined)?.old,
    isComputing: state.data === undefined && isComputing(state.fetchFailureReason),
  }));
  return JSON.stringify(figuresShown(reads) ?? null);
}

const subscribe = (onChange: () => void): (() => void) => queryClient.getQueryCache().subscribe(onChange);

/** One line below every page whose figures are older, or not there yet: they are asked for again by themselves. */
export function FiguresNote() {
  const shown = JSON.parse(useSyncExternalStore(subscribe, readNow)) as FiguresShown | null;
  return shown === null ? null : (
    <p className="shell-figures">
      {shown.kind === 'computing' ? (
        <span role="status">Figures are being computed. They appear here when they are ready.</span>
      ) : (
        <>
          <span role="status">
            Figures as of <TimeText at={shown.at} />.
          </span>{' '}
          {shown.newerInSeconds > 0
            ? `Newer ones, with every edit made since, follow in about ${shown.newerInSeconds} s.`
            : 'Newer ones, with every edit made since, follow in a moment.'}
        </>
      )}
    </p>
  );
}
