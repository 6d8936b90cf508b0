import { join } from 'node:path';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A script that completes `curfew`, and `npx curfew`, in a shell. It may be sourced again. */
export function completionScript(shell: Shell): string {
  // By its place: neither npx nor a path has to find it for every key.
  const program = [process.execPath, join(import.meta.dirname, '..', 'curfew.mjs')].map(quoted).join(' ');
  return { bash, zsh, fish }[shell](`${program} complete --`);
}

const bash = (ask: string): string => `# Completes curfew and npx curfew in bash.
_curfew_complete() {
  local word _help start=1 current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  if [[ "\${COMP_WORDS[0]##*/}" == npx ]]; then
    [[ "\${COMP_WORDS[1]}" == curfew && COMP_CWORD -gt 1 ]] || return 0
    start=2
  fi
  while IFS=$'\\t' read -r word _help; do
    if [[ -n "$word" && "$word" != :* && "$word" == "$current"* ]]; then
      COMPREPLY+=("$word")
    fi
  done < <(${ask} "\${COMP_WORDS[@]:start:COMP_CWORD-start+1}" 2>/dev/null)
}
complete -o bashdefault -o default -F _curfew_complete curfew npx
`;

const zsh = (ask: string): string => `#compdef curfew npx
# Completes curfew and npx curfew in zsh.
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_curfew_complete() {
  local word help
  local -i start=2
  local -a found
  if [[ "\${words[1]:t}" == npx ]]; then
    if [[ "\${words[2]}" != curfew ]] || (( CURRENT < 3 )); then
      _default
      return
    fi
    start=3
  fi
  while IFS=$'\\t' read -r word help; do
    [[ -n "$word" && "$word" != :* ]] && found+=("\${word//:/\\\\:}:$help")
  done < <(${ask} "\${(@)words[start,CURRENT]}" 2>/dev/null)
  _describe curfew found
}
compdef _curfew_complete curfew npx
`;

const fish = (ask: string): string => `# Completes curfew and npx curfew in fish.
function __curfew_complete
    set -l words (commandline -opc) (commandline -ct)
    if string match -qr '(^|/)npx$' -- $words[1]
        set -e words[1]
    end
    ${ask} $words[2..-1] 2>/dev/null | string match -v ':*'
end
complete -c curfew -f -a '(__curfew_complete)'
complete -c npx -n 'test (count (commandline -opc)) -gt 1; and test (commandline -opc)[2] = curfew' -f -a '(__curfew_complete)'
`;

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
