import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';

import { useChange } from '../../../api/queries.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { creditsText } from '../../../parts/texts/amounts.ts';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { TimeText } from '../../../parts/texts/time-text.tsx';
import type { Verification } from '../revision/revision.ts';
import { ExportEvidence } from './export-evidence.tsx';

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
        <dd>{creditsText(links)}</dd>
        <dt>Revisions compared</dt>
        <dd>
          {creditsText(revisionsChecked)}, of which {creditsText(revisionsWrong)} differ
        </dd>
        <dt>Signed heads</dt>
        <dd>
          {creditsText(anchors.valid)} valid
          {anchored !== null && (
            <>
              , the furthest covers link {creditsText(anchored.seq)} (<TimeText at={anchored.at} />)
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
