/** A repository as people call it: the path of its address, such as `acme/billing`; the whole text where it has none. */
export function repositoryPath(repository: string): string {
  const path = repository.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*\//iu, '').replace(/\.git$/u, '');
  return path === '' ? repository : path;
}
