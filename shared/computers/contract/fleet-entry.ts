import * as z from 'zod';

import { lineSchema, noteField } from '../../kernel/records/contract/fields/field-schemas.ts';
import { quotedValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import { flagForm, listForm, wordForm } from '../../kernel/records/contract/fields/text-form.ts';
import { defineRecord, choiceFault, fault, type RecordCodec } from '../../kernel/records/contract/record.ts';
import type { NameKey } from '../../kernel/records/record-kind.ts';
import { emailSchema, notAnEmail } from '../../roster/contract.ts';
import { fleetKind, fleetLimits, providers, type FleetEntry, isPattern, writtenOut } from '../fleet-entry.ts';

const nameRemedy = `give a name of 1 to ${fleetLimits.nameCharsMax} characters, or a pattern such as builder-[01-20]`;
const repositoriesRemedy = `give at most ${fleetLimits.repositoriesMax} addresses, separated by ;`;

const name = lineSchema(fleetLimits.nameCharsMax + 8, nameRemedy).superRefine((text, context) => {
  const read = writtenOut(text);
  if (read.kind === 'refused') {
    context.issues.push({ code: 'custom', input: text, message: `${quotedValue(text)} ${read.problem}` });
  }
});

/** An address without user and password, which would be stored and shown. */
const repository = z
  .string({ error: fault('is not a text', repositoriesRemedy) })
  .max(fleetLimits.repositoryCharsMax, { error: fault('is too long', repositoriesRemedy) })
  .refine((text) => URL.canParse(text), {
    error: fault('is not an address', 'give one such as https://git.example.com/a/b'),
  })
  .refine((text) => !hasSecret(text), { error: 'holds a user, a password or a query; give the bare address' });

function hasSecret(text: string): boolean {
  if (!URL.canParse(text)) {
    return false;
  }
  const { username, password, search } = new URL(text);
  return password !== '' || search !== '' || (username !== '' && username !== 'git');
}

export const fleetRecord: RecordCodec<NameKey, FleetEntry> = defineRecord({
  kind: fleetKind,
  fields: {
    name: {
      schema: name,
      form: wordForm,
      label: 'Computer',
      title: 'Name',
      help: 'its name, or a pattern: builder-[01-20] is twenty',
      cli: { argument: 'name' },
    },
    provider: {
      schema: z.enum(providers, {
        error: choiceFault(providers, { remedy: `give ${providers.join(' or ')}, or leave it out` }),
      }),
      isOptional: true,
      form: wordForm,
      label: 'Provider',
      help: `${providers.join(' or ')}; the platform decides unless given`,
      cli: { option: 'provider', takes: 'name' },
    },
    source: {
      schema: lineSchema(63, 'give one word, such as scratch'),
      isOptional: true,
      form: wordForm,
      label: 'Source',
      help: 'the kind of its source, such as scratch',
      cli: { option: 'source', takes: 'kind' },
    },
    repositories: {
      schema: z
        .array(repository, { error: fault('is not a list', repositoriesRemedy) })
        .max(fleetLimits.repositoriesMax, { error: fault('holds too many', repositoriesRemedy) })
        .default([]),
      form: listForm,
      label: 'Repositories',
      help: 'the address of a repository that it holds',
      cli: { option: 'repository', takes: 'url', isRepeated: true },
    },
    installDeps: {
      schema: z.boolean({ error: fault('is not a yes or no', 'give true or false') }).default(true),
      form: flagForm,
      label: 'Installs',
      help: 'install dependencies when it is created, which is usual',
      cli: { option: 'install-deps', orNot: 'do not install dependencies' },
      isMinor: true,
    },
    hostId: {
      schema: z.guid({ error: fault('is not a UUID', 'give the id of its host') }),
      isOptional: true,
      form: wordForm,
      label: 'Host',
      help: 'the id of its host, a UUID',
      cli: { option: 'host-id', takes: 'uuid' },
      isMinor: true,
    },
    remoteUser: {
      schema: lineSchema(63, 'give 1 to 63 characters'),
      isOptional: true,
      form: wordForm,
      label: 'Remote user',
      help: 'the user on the host',
      cli: { option: 'remote-user', takes: 'name' },
      isMinor: true,
    },
    serviceAccount: {
      schema: lineSchema(200, 'give the id of a service account'),
      isOptional: true,
      form: wordForm,
      label: 'Service account',
      help: 'the id of the service account that owns it',
      cli: { option: 'service-account', takes: 'id' },
      isMinor: true,
    },
    owner: {
      schema: emailSchema(notAnEmail()),
      isOptional: true,
      form: wordForm,
      label: 'Owner',
      help: 'the email of the person who answers for it, notified beside the admins',
      cli: { option: 'owner', takes: 'email' },
    },
    note: noteField(fleetLimits.noteCharsMax),
  },
  problemsBetween: ({ name: given, hostId }) =>
    hostId !== undefined && isPattern(given)
      ? [{ field: 'hostId', problem: 'cannot be one for all computers of a pattern; name each by itself' }]
      : [],
});
