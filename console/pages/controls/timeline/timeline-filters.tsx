import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useEffect, useState } from 'react';

import { useUrlFilters } from '../../../parts/lists/url-filters.ts';
import { noTimelineFilter } from './timeline-filter.ts';

const directions = ['', 'loosened', 'tightened', 'changed'].map((value) => ({ value, label: value || 'any' }));
const severities = ['', 'critical', 'high', 'medium', 'low', 'info'].map((value) => ({ value, label: value || 'any' }));
/** Delay after typing before a table is read. */
const pauseMs = 400;

const texts = [
  ['path', 'Control', 'sandbox.enabled'],
  ['actor', 'Changed by', 'name or email'],
  ['acceptor', 'Accepted by', 'name or email'],
  ['from', 'From (UTC)', 'YYYY-MM-DD'],
  ['to', 'To (UTC)', 'YYYY-MM-DD'],
] as const;

export function TimelineFilters() {
  const [filter, setFilter] = useUrlFilters(noTimelineFilter);
  const optionOf = (options: typeof directions, value: string) =>
    options.find((option) => option.value === value) ?? { value, label: value };
  return (
    <div className="controls-filters">
      <FormField label="Direction">
        <Select
          onChange={({ detail }) => setFilter({ direction: detail.selectedOption.value ?? '' })}
          options={directions}
          selectedOption={optionOf(directions, filter.direction)}
        />
      </FormField>
      <FormField label="Severity">
        <Select
          onChange={({ detail }) => setFilter({ severity: detail.selectedOption.value ?? '' })}
          options={severities}
          selectedOption={optionOf(severities, filter.severity)}
        />
      </FormField>
      {texts.map(([name, label, example]) => (
        <FormField key={name} label={label}>
          <PausedInput example={example} onSay={(value) => setFilter({ [name]: value })} said={filter[name]} />
        </FormField>
      ))}
      <div className="controls-filter-end">
        <Button onClick={() => setFilter(noTimelineFilter)}>Clear</Button>
      </div>
    </div>
  );
}

/** Applies the text after a pause in typing. */
function PausedInput({
  said,
  example,
  onSay,
}: {
  readonly said: string;
  readonly example: string;
  readonly onSay: (value: string) => void;
}) {
  const [written, setWritten] = useState(said);
  const [known, setKnown] = useState(said);
  if (known !== said) {
    // Cleared, or changed by going back.
    setKnown(said);
    setWritten(said);
  }
  useEffect(() => {
    if (written === said) {
      return undefined;
    }
    const timer = setTimeout(() => onSay(written), pauseMs);
    return () => clearTimeout(timer);
  }, [written, said, onSay]);
  return <Input onChange={({ detail }) => setWritten(detail.value)} placeholder={example} value={written} />;
}
