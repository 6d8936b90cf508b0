/** What is known of a bundle. */
export interface BundleManifest {
  readonly place: string;
  /** Of its folder. */
  readonly name: string;
  /** What it is made from, by the paths in the project; packages by the lockfiles. */
  readonly files: readonly string[];
  readonly stamps: readonly number[];
}
