/** A note on a file, and its place: `line 3`, `entry 2 (line 9)` or `file`. */
export interface FileNote {
  readonly at: string;
  readonly text: string;
}
