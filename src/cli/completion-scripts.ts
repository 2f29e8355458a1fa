interface Named {
  readonly name: string;
  readonly summary: string;
}

/** What may follow one command on the command line. */
export interface CompletedCommand {
  /** `["gap", "gemm"]`; empty for the program itself. */
  readonly path: readonly string[];
  readonly commands: readonly Named[];
  /** Names that its argument takes; empty where that is a file. */
  readonly values: readonly string[];
  readonly flags: readonly (Named & { readonly takesValue: boolean; readonly values: readonly string[] })[];
}

/** Completes in bash; files where no name fits. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  return `${candidates(commands)}
_redblue() {
  local current=\${COMP_WORDS[COMP_CWORD]} names
  names=$(_redblue_names "$current" "\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  mapfile -t COMPREPLY < <(compgen -W "$names" -- "$current")
}
complete -o bashdefault -o default -F _redblue redblue`;
}

/** Completes in zsh; files where no name fits. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef redblue
${candidates(commands)}
_redblue() {
  local names
  names=$(_redblue_names "$words[CURRENT]" "\${(@)words[2,CURRENT-1]}")
  compadd -- \${=names} || _files
}
if [ "\${funcstack[1]}" = _redblue ]; then _redblue "$@"; else compdef _redblue redblue; fi`;
}

/** A function that both bash and zsh read: prints the names that may stand at a place. */
function candidates(commands: readonly CompletedCommand[]): string {
  const steps = commands.flatMap(({ path, commands: below }) => below.map(({ name }) => [...path, name].join(" ")));
  const values = new Map(commands.flatMap(({ flags }) => flags.filter(takes).map((flag) => [flag.name, flag.values] as const)));
  const named = [...values].filter(([, names]) => names.length > 0);
  const others = [...values].filter(([, names]) => names.length === 0).map(([name]) => name);
  return `# Completion of redblue's commands, workloads, flags and names.
_redblue_names() { # CURRENT WORDS_BEFORE...
  local current="$1" at="" before="" word
  shift
  for word in "$@"; do
    before="$word"
    case "\${at:+$at }$word" in
      ${steps.map((step) => `"${step}"`).join(" | ")}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$before" in
${named.map(([name, names]) => `    ${name}) echo "${names.join(" ")}"; return ;;`).join("\n")}
    ${others.join(" | ")}) return ;;
  esac
  case "$current" in
    -*)
      case "$at" in
${commands.map(({ path, flags }) => `        "${path.join(" ")}") echo "${namesOf(flags)}" ;;`).join("\n")}
      esac ;;
    *)
      case "$at" in
${commands
  .map(({ path, commands: below, values: own }) => [path.join(" "), [namesOf(below), ...own].join(" ").trim()] as const)
  .filter(([, words]) => words !== "")
  .map(([path, words]) => `        "${path}") echo "${words}" ;;`)
  .join("\n")}
      esac ;;
  esac
}`;
}

/** Completes in fish, which shows what each word means. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ path, commands: below, values, flags }) => {
    const here = `complete -c redblue -n '__redblue_at ${path.join(" ")}'`.replace(/ '$/, "'");
    return [
      ...below.map(({ name, summary }) => `${here} -f -a ${name} -d ${quoted(summary)}`),
      ...(values.length === 0 ? [] : [`${here} -f -a ${quoted(values.join(" "))}`]),
      ...flags.map(({ name, summary, takesValue, values: names }) => {
        const value = !takesValue ? "" : names.length === 0 ? " -r" : ` -r -a ${quoted(names.join(" "))}`;
        return `${here} -l ${name.replace(/^--/, "")}${value} -d ${quoted(summary)}`;
      }),
    ];
  });
  const paths = commands.filter(({ path }) => path.length > 0).map(({ path }) => quoted(path.join(" ")));
  return `# Completion of redblue's commands, workloads, flags and names.
function __redblue_at # COMMAND...: whether the words typed name exactly this command
  set -l at ''
  for word in (commandline -opc)[2..]
    contains -- (string trim -l -- "$at $word") ${paths.join(" ")}
    and set at (string trim -l -- "$at $word")
  end
  test "$at" = "$argv"
end
${lines.join("\n")}`;
}

function takes(flag: { readonly takesValue: boolean }): boolean {
  return flag.takesValue;
}

function namesOf(entries: readonly Named[]): string {
  return entries.map(({ name }) => name).join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
