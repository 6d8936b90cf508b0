import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';

import type { OperationDocument } from '../../../../shared/kernel/contract/contracts.ts';
import { callApi } from '../../../api/call-api.ts';
import { problemOf, type ApiProblem } from '../../../api/problem.ts';
import { useUrlFilters } from '../../../parts/lists/url-filters.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { countedText } from '../../../parts/texts/amounts.ts';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { exportFilter, noTimelineFilter } from '../timeline/timeline-filter.ts';
import { TimelineFilters } from '../timeline/timeline-filters.tsx';

type Exported = OperationDocument<'exportEvidence'>;

/** Gives the evidence of a period as one file, with the script that checks it without Curfew. */
export function ExportEvidence() {
  const [filter] = useUrlFilters(noTimelineFilter);
  const [state, setState] = useState<{ isBusy: boolean; done?: Exported; problem?: ApiProblem }>({ isBusy: false });
  const download = async (): Promise<void> => {
    setState({ isBusy: true });
    try {
      // The script is part of the export: a verifier has nothing else.
      const { default: script } = await import('../../../../docs/verify-export.mjs?raw');
      const { document } = await callApi('exportEvidence', { body: { ...exportFilter(filter), script } });
      // What packs it is loaded for those who download.
      const { zipOf } = await import('./evidence-archive.ts');
      save(zipOf(document.files));
      setState({ isBusy: false, done: document });
    } catch (error) {
      setState({ isBusy: false, problem: problemOf(error) });
    }
  };
  return (
    <Container
      header={
        <Header
          actions={
            <Button iconName="download" loading={state.isBusy} onClick={() => void download()}>
              Download
            </Button>
          }
          description="As files that stand alone, with the chain they come from and the script that checks them: node verify-export.mjs ."
          variant="h2"
        >
          Export
        </Header>
      }
    >
      <TimelineFilters />
      <p className="controls-soft">Whole names and paths are meant here; nothing written means everything.</p>
      <div aria-live="polite">
        {state.problem && <ProblemAlert problem={state.problem} />}
        {state.done && (
          <p>
            Downloaded: {countedText(state.done.changes, 'change')}, the settings of{' '}
            {countedText(state.done.revisions, 'revision')} and {countedText(state.done.links, 'link')}.{' '}
            <NameText charsMax={500} text={state.done.sentence} />
          </p>
        )}
      </div>
    </Container>
  );
}

const keptMs = 60_000;

function save(archive: Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([archive], { type: 'application/zip' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `controls-evidence-${new Date().toISOString().slice(0, 10)}.zip`;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
