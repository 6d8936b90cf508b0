import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { Link } from 'react-router';

/** Leads from a new record to the one that has its name. */
export function AlreadyThere({ path }: { readonly path: string }) {
  return (
    <>
      There is one already: <Link to={path}>edit it</Link>.
    </>
  );
}

/** A new record's name, with a link to an existing record of that name. */
export function NameField({
  name,
  onChange,
  constraintText,
  existingPath,
}: {
  readonly name: string;
  readonly onChange: (name: string) => void;
  readonly constraintText: string;
  /** The page of an existing record of this name; absent for none. */
  readonly existingPath: string | undefined;
}) {
  return (
    <FormField
      constraintText={constraintText}
      label="Name"
      stretch
      errorText={existingPath !== undefined && <AlreadyThere path={existingPath} />}
    >
      <Input onChange={({ detail }) => onChange(detail.value)} value={name} />
    </FormField>
  );
}
