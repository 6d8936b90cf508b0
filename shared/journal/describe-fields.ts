import { grouped } from '../kernel/texts/amounts.ts';
import { someNames } from '../kernel/texts/some-names.ts';

/** Says what changed between two versions of a record: `mode enforce (was alert)`, `members: added ada, removed ben`. */
export function describeFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => name !== 'version');
  return names.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (JSON.stringify(was) === JSON.stringify(is)) {
      return [];
    }
    return [Array.isArray(was) && Array.isArray(is) ? listChange(name, was, is) : valueChange(name, was, is)];
  });
}

function valueChange(name: string, was: unknown, is: unknown): string {
  return `${words(name)} ${valueText(is)} (was ${valueText(was)})`;
}

function listChange(name: string, was: readonly unknown[], is: readonly unknown[]): string {
  const [before, after] = [was.map(valueText), is.map(valueText)];
  const added = after.filter((each) => !before.includes(each));
  const removed = before.filter((each) => !after.includes(each));
  const changes = [
    ...(added.length > 0 ? [`added ${someNames(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${someNames(removed)}`] : []),
  ];
  return `${words(name)}: ${changes.length === 0 ? 'in another order' : changes.join(', ')}`;
}

function valueText(value: unknown): string {
  return value === undefined || value === null
    ? 'none'
    : typeof value === 'boolean'
      ? value
        ? 'on'
        : 'off'
      : typeof value === 'number' && Number.isInteger(value)
        ? grouped(value)
        : typeof value === 'string'
          ? value
          : Array.isArray(value)
            ? someNames(value.map(valueText))
            : JSON.stringify(value);
}

/** `forecastAlert` as it is read: `forecast alert`. */
function words(name: string): string {
  return name.replaceAll(/(?=[A-Z])/gu, ' ').toLowerCase();
}
