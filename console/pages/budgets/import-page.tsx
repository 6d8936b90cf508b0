import './budgets.css';

import Alert from '@cloudscape-design/components/alert';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { Link } from 'react-router';

import { useRead } from '../../api/queries.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { useDelayed } from '../../parts/use-delayed.ts';
import type { BudgetRow } from './budget-row.ts';
import { readPasted } from './bulk/budget-table.ts';
import { Review } from './bulk/review.tsx';
import type { RecordFile } from './bulk/use-import.ts';

const typingMs = 300;

/** Many budgets at once: pasted from a spreadsheet, or a file of CSV or YAML. Nothing is saved before it was looked at. */
export function Page() {
  const standing = useRead('exportRecords', { kind: 'budgets' }, { isLive: false });
  return (
    <PageFrame
      actions={<Link to="/budgets">All budgets</Link>}
      description="Every row is checked, and what it would do is shown, before anything is saved"
      reads={[standing]}
      title="Paste or import budgets"
    >
      {() => <Import standing={(standing.data?.document.records ?? []) as unknown as readonly BudgetRow[]} />}
    </PageFrame>
  );
}

interface Chosen {
  readonly name: string;
  readonly format: 'csv' | 'yaml';
  readonly content: string;
}

function Import({ standing }: { readonly standing: readonly BudgetRow[] }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Chosen>();
  const [prune, setPrune] = useState(false);
  const settled = useDelayed(text, typingMs);
  const pasted = settled.trim() === '' ? undefined : readPasted(settled, standing);
  const file: RecordFile | undefined =
    chosen !== undefined
      ? { format: chosen.format, content: chosen.content, prune }
      : pasted === undefined || pasted.problem !== undefined
        ? undefined
        : { format: 'csv', content: pasted.csv, prune: false };
  return (
    <div className="budgets-edit">
      <Container header={<Header variant="h2">Rows</Header>}>
        <SpaceBetween size="m">
          <FormField
            constraintText="Columns scope, window, amount; or with a header, any of the columns in any order. What is not pasted stays as it is."
            label="Paste from a spreadsheet"
            stretch
          >
            <Textarea
              disabled={chosen !== undefined}
              onChange={({ detail }) => setText(detail.value)}
              placeholder={'team:web\tmonth\t1.5M'}
              rows={10}
              value={text}
            />
          </FormField>
          {pasted?.problem !== undefined && chosen === undefined && <Alert type="warning">{pasted.problem}</Alert>}
          <FileChoice chosen={chosen} onChoose={setChosen} onPrune={setPrune} prune={prune} />
        </SpaceBetween>
      </Container>
      <Container header={<Header variant="h2">What it would do</Header>}>
        {file === undefined ? <p>Nothing to look at yet.</p> : null}
        <Review
          file={file}
          onDone={() => {
            setText('');
            setChosen(undefined);
          }}
        />
      </Container>
    </div>
  );
}

interface FileChoiceProps {
  readonly chosen: Chosen | undefined;
  readonly prune: boolean;
  readonly onChoose: (chosen: Chosen | undefined) => void;
  readonly onPrune: (prune: boolean) => void;
}

function FileChoice({ chosen, prune, onChoose, onPrune }: FileChoiceProps) {
  return (
    <>
      <label>
        Or a file of CSV or YAML:{' '}
        <input
          accept=".csv,.yaml,.yml,text/csv"
          onChange={(event) => {
            const [picked] = event.target.files ?? [];
            void chosenOf(picked).then(onChoose);
          }}
          type="file"
        />
      </label>
      {chosen !== undefined && (
        <Checkbox checked={prune} onChange={({ detail }) => onPrune(detail.checked)}>
          Remove the budgets that the file does not name
        </Checkbox>
      )}
    </>
  );
}

async function chosenOf(file: File | undefined): Promise<Chosen | undefined> {
  return file === undefined
    ? undefined
    : { name: file.name, format: /\.ya?ml$/iu.test(file.name) ? 'yaml' : 'csv', content: await file.text() };
}
