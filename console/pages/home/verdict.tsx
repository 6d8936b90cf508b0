import type { Status } from './status.ts';
import { NameText } from '../../parts/name-text.tsx';

/** Green at first glance or not, and the one thing to do next. */
export function Verdict({ status: { ok, next, running } }: { readonly status: Status }) {
  return (
    <section aria-label="Verdict" className={ok ? 'verdict verdict-good' : 'verdict verdict-bad'}>
      <span aria-hidden className="verdict-sign">
        {ok ? '✓' : '!'}
      </span>
      <div>
        <h2>{ok ? 'All is well' : 'Something asks for you'}</h2>
        {next === null ? (
          <p>Nothing asks for anybody.{running ? '' : ' Jobs run by hand alone: this installation is not started.'}</p>
        ) : (
          <p>
            <NameText charsMax={500} text={next.what} /> <code>{next.command}</code>
          </p>
        )}
      </div>
    </section>
  );
}
