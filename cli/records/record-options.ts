import { Option, type Command } from 'commander';

import { listForm } from '../../shared/kernel/records/contract/fields/text-form.ts';
import {
  fieldsOf,
  plainFromTexts,
  type CliForm,
  type Field,
  type RecordCodec,
} from '../../shared/kernel/records/contract/record.ts';
import type { AsOfOptions } from '../frame/arguments.ts';
import { wrongUsage } from '../frame/command-error.ts';

/** What was given to a command: the words behind it in their order, and its options. */
export interface Given {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

export interface ImportOptions extends AsOfOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly prune?: boolean;
  /** The file as it was imported before: the tables must still be like it. */
  readonly base?: string;
  /** The id of the reviewed plan: these changes are made, or none. */
  readonly plan?: string;
  /** How a plan is shown. */
  readonly format?: 'markdown';
}

/** Adds an argument or an option for each field of a record. */
export function addFields<Key, Terms extends Key>(command: Command, record: RecordCodec<Key, Terms>): Command {
  for (const [, { cli, form, help }] of fieldsOf(record)) {
    if ('argument' in cli) {
      command.argument(`<${cli.argument}>`, help);
      continue;
    }
    const several = cli.isRepeated === true ? ' (once for each)' : form === listForm ? ' (separated by ;)' : '';
    const option = new Option(flagsOf(cli), `${help}${several}`).makeOptionMandatory(cli.isRequired === true);
    command.addOption(cli.isRepeated === true ? option.argParser(collected) : option);
    if (cli.orNot !== undefined) {
      command.option(`--no-${cli.option}`, cli.orNot);
    }
  }
  return command;
}

/** Adds the arguments that name one record, or may. */
export function addKeyArguments<Key, Terms extends Key>(
  command: Command,
  record: RecordCodec<Key, Terms>,
  names: readonly (keyof Terms & string)[],
  { areOptional = false }: { readonly areOptional?: boolean } = {},
): Command {
  for (const name of names) {
    const { cli, help } = record.fields[name] as Field;
    if ('argument' in cli) {
      command.argument(areOptional ? `[${cli.argument}]` : `<${cli.argument}>`, help);
    }
  }
  return command;
}

/** The fields that `set` takes as arguments. */
export function argumentsOf<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
): readonly (keyof Terms & string)[] {
  return fieldsOf(record).flatMap(([name, { cli }]) => ('argument' in cli ? [name] : []));
}

/** The plain fields that were given, and the names of all that were: an empty text takes a value away. */
export function plainFromGiven<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  { words, options }: Given,
): { readonly plain: Readonly<Record<string, unknown>>; readonly said: ReadonlySet<string> } {
  const rest = [...words];
  const given = fieldsOf(record).flatMap(([name, { cli }]) => {
    const value = 'argument' in cli ? rest.shift() : options[new Option(flagsOf(cli)).attributeName()];
    return value === undefined ? [] : [[name as string, value] as const];
  });
  const texts = given.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  const typed = given.filter(([, value]) => typeof value !== 'string');
  return {
    plain: { ...Object.fromEntries(typed), ...plainFromTexts(record, new Map(texts)) },
    said: new Set(given.map(([name]) => name)),
  };
}

/** What is said of a record, for the API: what was given; an empty text, which takes a value away, is null. */
export function saidIn<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  given: Given,
  without: readonly (keyof Terms & string)[] = [],
): Readonly<Record<string, unknown>> {
  const { plain, said } = plainFromGiven(record, given);
  const names = [...said].filter((name) => !without.some((key) => key === name));
  return Object.fromEntries(names.map((name) => [name, plain[name] ?? null]));
}

/** The terms that plain fields stand for. Raises CommandError that names every field that is wrong. */
export function termsFrom<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  plain: Readonly<Record<string, unknown>>,
): Terms {
  const read = record.parse(plain);
  if (read.kind === 'refused') {
    throw wrongUsage(read.problems.join('\n'));
  }
  return read.terms;
}

/** The terms of `set`: what was not given stays as it is. */
export function termsOver<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  before: Terms | undefined,
  given: Given,
): Terms {
  const { plain, said } = plainFromGiven(record, given);
  const kept = before === undefined ? {} : record.format(before);
  const unsaid = Object.entries(kept).filter(([name]) => !said.has(name));
  return termsFrom(record, { ...Object.fromEntries(unsaid), ...plain });
}

/** The option by which a field is given, or the name of the argument, for messages. */
export function givenAs<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, field: string): string {
  const [, found] = fieldsOf(record).find(([name]) => name === field) ?? [];
  if (found === undefined) {
    return field;
  }
  return 'argument' in found.cli ? `the ${found.cli.argument}` : `--${found.cli.option}`;
}

function flagsOf({ option, takes, mayTakeNothing }: Extract<CliForm, { readonly option: string }>): string {
  if (takes === undefined) {
    return `--${option}`;
  }
  return mayTakeNothing === true ? `--${option} [${takes}]` : `--${option} <${takes}>`;
}

function collected(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
