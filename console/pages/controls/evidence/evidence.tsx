import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import type { OperationDocument } from '../../../../shared/kernel/contract/contracts.ts';
import { grouped } from '../../../../shared/kernel/texts/amounts.ts';
import { callApi } from '../../../api/call-api.ts';
import { type ApiProblem, problemOf } from '../../../api/problem.ts';
import { useChange } from '../../../api/queries.ts';
import { useUrlFilters } from '../../../parts/lists/url-filters.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { countedText } from '../../../parts/texts/amounts.ts';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { TimeText } from '../../../parts/texts/time-text.tsx';
import type { Verification } from '../revision/revision.ts';
import { exportFilter, noTimelineFilter } from '../timeline/timeline-filter.ts';
import { TimelineFilters } from '../timeline/timeline-filters.tsx';

/** Gives the evidence of a period as one file, with the script that checks it without Curfew, or its findings. */
function ExportEvidence() {
  const [filter] = useUrlFilters(noTimelineFilter);
  const [state, setState] = useState<{
    isBusy: boolean;
    done?: OperationDocument<'exportEvidence'>;
    problem?: ApiProblem;
  }>({ isBusy: false });
  const download = async (format: 'files' | 'ocsf'): Promise<void> => {
    setState({ isBusy: true });
    try {
      if (format === 'ocsf') {
        const { document } = await callApi('exportEvidence', { body: { ...exportFilter(filter), format } });
        const lines = document.files.map(({ text }) => text).join('');
        save(new Blob([lines], { type: 'application/x-ndjson' }), 'controls-findings', 'ocsf.jsonl');
        setState({ isBusy: false, done: document });
        return;
      }
      // What packs it is loaded for those who download.
      const { script, zipOf } = await import('./evidence-archive.ts');
      const { document } = await callApi('exportEvidence', { body: { ...exportFilter(filter), script } });
      save(new Blob([zipOf(document.files)], { type: 'application/zip' }), 'controls-evidence', 'zip');
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
            <SpaceBetween direction="horizontal" size="xs">
              <Button iconName="download" loading={state.isBusy} onClick={() => void download('ocsf')}>
                Findings (OCSF)
              </Button>
              <Button iconName="download" loading={state.isBusy} onClick={() => void download('files')}>
                Download
              </Button>
            </SpaceBetween>
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
            Downloaded: {countedText(state.done.changes, 'change')} of {countedText(state.done.revisions, 'revision')},
            from {countedText(state.done.links, 'link')}. <NameText charsMax={500} text={state.done.sentence} />
          </p>
        )}
      </div>
    </Container>
  );
}

function save(file: Blob, name: string, ending: string): void {
  saveFile(file, `${name}-${new Date().toISOString().slice(0, 10)}.${ending}`);
}

/** Evidence verification, and the export for auditors. */
export function Evidence() {
  const verify = useChange('verifyEvidence');
  return (
    <SpaceBetween size="l">
      <Container
        header={
          <Header
            actions={
              <Button
                loading={verify.isPending}
                onClick={() => verify.mutate({ given: { body: {} } })}
                variant="primary"
              >
                Verify now
              </Button>
            }
            description="Every link of the chain, the stored revisions, and the signed heads that are kept outside"
            variant="h2"
          >
            Verify
          </Header>
        }
      >
        <div aria-live="polite">
          {verify.error && <ProblemAlert problem={verify.error} />}
          {verify.data ? (
            <Verified verification={verify.data.document} />
          ) : (
            !verify.error && <p>It reads every link once; a large history takes some seconds.</p>
          )}
        </div>
      </Container>
      <ExportEvidence />
    </SpaceBetween>
  );
}

function Verified({ verification }: { readonly verification: Verification }) {
  const { whole, sentence, remarks, links, anchored, anchors, revisionsChecked, revisionsWrong, publicKey } =
    verification;
  return (
    <>
      <p className={whole && revisionsWrong === 0 ? 'controls-good' : 'controls-bad'}>
        <b>
          <NameText charsMax={500} text={sentence} />
        </b>
      </p>
      <dl className="controls-facts">
        <dt>Links</dt>
        <dd>{grouped(links)}</dd>
        <dt>Revisions compared</dt>
        <dd>
          {grouped(revisionsChecked)}, of which {grouped(revisionsWrong)} differ
        </dd>
        <dt>Signed heads</dt>
        <dd>
          {grouped(anchors.valid)} valid
          {anchored !== null && (
            <>
              , the furthest covers link {grouped(anchored.seq)} (<TimeText at={anchored.at} />)
            </>
          )}
          {anchors.problem !== null && (
            <>
              ; <NameText charsMax={300} text={anchors.problem} />
            </>
          )}
          {anchors.invalid.map(({ problem, count, first }) => (
            <div className="controls-bad" key={`${problem} ${first}`}>
              {count} {problem.replaceAll('-', ' ')}, first <NameText charsMax={200} text={first} />
            </div>
          ))}
        </dd>
        {publicKey !== null && (
          <>
            <dt>Key</dt>
            <dd>
              <code>{publicKey.fingerprint}</code>
            </dd>
          </>
        )}
      </dl>
      {remarks.map((remark) => (
        <p className="controls-soft" key={remark}>
          <NameText charsMax={500} text={remark} />
        </p>
      ))}
    </>
  );
}
