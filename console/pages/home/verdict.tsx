import { countedText } from '../../parts/texts/amounts.ts';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PageLink } from '../../parts/texts/page-link.tsx';
import { reasonText } from '../../parts/texts/reason-text.ts';
import type { Status } from './status.ts';

type Next = NonNullable<Status['next']>;

/** Green at first glance or not, and the one thing to do next. */
export function Verdict({ status: { ok, next, running, counts } }: { readonly status: Status }) {
  return (
    <section aria-label="Verdict" className={ok ? 'verdict verdict-good' : 'verdict verdict-bad'}>
      <span aria-hidden className="verdict-sign">
        {ok ? '✓' : '!'}
      </span>
      <div>
        <h2>{ok ? (counts.stopped === 0 ? 'All is well' : 'Nothing to do') : 'One thing to do next'}</h2>
        {next === null ? (
          <p>
            {counts.stopped > 0
              ? `${countedText(counts.stopped, 'person is', 'people are')} stopped, as their budgets say.`
              : 'Nothing needs your attention.'}
            {running ? '' : ' Jobs run by hand alone: this installation is not started.'}
          </p>
        ) : (
          <>
            <p>
              <PageLink to={addressOf(next.about)}>
                <NameText charsMax={500} text={reasonText(next.what)} />
              </PageLink>
            </p>
            <p className="soft">
              By command: <code>{next.command}</code>
            </p>
          </>
        )}
      </div>
    </section>
  );
}

function addressOf({ kind, id }: Next['about']): string {
  switch (kind) {
    case 'run':
      return `/runs/${encodeURIComponent(id ?? '')}`;
    case 'plan':
      return `/plans/${encodeURIComponent(id ?? '')}`;
    case 'job':
      return '/runs';
    case 'pool':
      return `/budgets?scope=${encodeURIComponent(id ?? '')}`;
    case 'alerts':
    case 'mail':
      return '/alerts';
  }
}
