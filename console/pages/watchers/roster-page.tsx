import { PageFrame } from '../../parts/page-frame.tsx';
import { Findings } from './findings.tsx';

/** What stands out on the roster: who came, went, shares an address, looks like somebody else. */
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
