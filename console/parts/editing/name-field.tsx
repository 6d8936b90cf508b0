import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { Link } from 'react-router';

interface NameFieldProps {
  readonly name: string;
  readonly onChange: (name: string) => void;
  readonly constraintText: string;
  /** Where the record of this name is edited; absent where there is none yet. */
  readonly existingPath: string | undefined;
}

/** The name of a new record, with the way to the one that has it already. */
export function NameField({ name, onChange, constraintText, existingPath }: NameFieldProps) {
  return (
    <FormField
      constraintText={constraintText}
      label="Name"
      stretch
      {...(existingPath !== undefined && {
        errorText: (
          <>
            There is one already: <Link to={existingPath}>edit it</Link>.
          </>
        ),
      })}
    >
      <Input onChange={({ detail }) => onChange(detail.value)} value={name} />
    </FormField>
  );
}
