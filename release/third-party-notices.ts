import { runtimePackages, type RuntimePackage } from './runtime-packages.ts';

const heading = `Third-party notices of Curfew

Curfew runs with the packages below. Made by "npm run notices" from package-lock.json and the packages themselves.
A package without a text of its own here is under the licence that its line names; a program for one platform carries
its texts with it.
`;

const line = '-'.repeat(80);

/** Every package that runs with Curfew with its licence, and each text of a licence or notice once. */
export function thirdPartyNotices(root: string): string {
  const packages = runtimePackages(root);
  const texts = Map.groupBy(
    packages.flatMap((item) => item.texts.map((text) => ({ item, text }))),
    ({ text }) => text,
  );
  const blocks = [...texts].map(([text, uses]) => {
    const users = uses.map(({ item }) => titleOf(item)).join('\n');
    return `${line}\n${users}\n\n${text}\n`;
  });
  const table = packages.map((item) => `${titleOf(item)}  ${item.license}\n`).join('');
  return [heading, table, ...blocks].join('\n');
}

function titleOf({ name, version }: RuntimePackage): string {
  return `${name} ${version}`;
}
