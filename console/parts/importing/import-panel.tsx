import '../editing/editing.css';
import Alert from '@cloudscape-design/components/alert';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { type ReactNode, useState } from 'react';

import { useDelayed } from '../lists/use-delayed.ts';
import type { PastedFile, RecordFile } from './use-import.ts';

const typingMs = 300;

interface ChosenFile {
  readonly format: 'csv' | 'yaml';
  readonly content: string;
}

/** A bulk edit: pasted from a spreadsheet, or a CSV or YAML file. Nothing is saved before the review. */
export function ImportPanel({
  many,
  readPasted,
  help,
  example,
  review,
}: {
  /** What there are several of: `budgets`. */
  readonly many: string;
  readonly readPasted: (text: string) => PastedFile;
  /** The columns, and the handling of missing rows. */
  readonly help: string;
  readonly example: string;
  /** What the file would do, with the button that does it; undefined while there is none. */
  readonly review: (file: RecordFile | undefined, onDone: () => void) => ReactNode;
}) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ChosenFile>();
  const [prune, setPrune] = useState(false);
  const settled = useDelayed(text, typingMs);
  const pasted = settled.trim() === '' ? undefined : readPasted(settled);
  const file: RecordFile | undefined =
    chosen !== undefined
      ? { format: chosen.format, content: chosen.content, prune }
      : pasted === undefined || pasted.problem !== undefined
        ? undefined
        : { format: 'csv', content: pasted.csv, prune: false };
  return (
    <div className="editing">
      <Container header={<Header variant="h2">Rows</Header>}>
        <SpaceBetween size="m">
          <FormField constraintText={help} label="Paste from a spreadsheet" stretch>
            <Textarea
              disabled={chosen !== undefined}
              onChange={({ detail }) => setText(detail.value)}
              placeholder={example}
              rows={10}
              value={text}
            />
          </FormField>
          {pasted?.problem !== undefined && chosen === undefined && <Alert type="warning">{pasted.problem}</Alert>}
          <FileChoice chosen={chosen} many={many} onChoose={setChosen} onPrune={setPrune} prune={prune} />
        </SpaceBetween>
      </Container>
      <Container header={<Header variant="h2">What it would do</Header>}>
        {file === undefined ? <p>Nothing to look at yet.</p> : null}
        {review(file, () => {
          setText('');
          setChosen(undefined);
        })}
      </Container>
    </div>
  );
}

function FileChoice({
  chosen,
  many,
  prune,
  onChoose,
  onPrune,
}: {
  readonly chosen: ChosenFile | undefined;
  readonly many: string;
  readonly prune: boolean;
  readonly onChoose: (chosen: ChosenFile | undefined) => void;
  readonly onPrune: (prune: boolean) => void;
}) {
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
          Remove the {many} that the file does not name
        </Checkbox>
      )}
    </>
  );
}

async function chosenOf(file: File | undefined): Promise<ChosenFile | undefined> {
  return file === undefined
    ? undefined
    : { format: /\.ya?ml$/iu.test(file.name) ? 'yaml' : 'csv', content: await file.text() };
}
