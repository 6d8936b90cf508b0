import { PageFrame } from '../../parts/page-frame.tsx';
import { Findings } from './findings.tsx';

/** Roster anomalies: arrivals, departures, shared addresses, look-alikes. */
export function Page() {
  return (
    <PageFrame description="Accounts of the platform, compared with those of the day before" title="Roster">
      <Findings
        hrefOf={(subject) => (subject.includes('@') ? `/people/${encodeURIComponent(subject)}` : undefined)}
        job="roster"
        none="Nothing stands out on the roster."
        title="What stands out"
      />
    </PageFrame>
  );
}
