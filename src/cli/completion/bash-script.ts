import {
  type Candidates,
  type CommandSpec,
  candidatesAt,
  flagsWithValue,
  OTHER_NAME,
  PROGRAM,
  pathCases,
} from './command-spec.ts';

const quoted = (words: readonly string[]): string => `'${words.join(' ')}'`;

const answer = ({ words, areFiles }: Candidates): string =>
  `words=${quoted(words)}${areFiles ? ' files=yes' : ''}`;

/** Patterns of `command:flag` for all flags with a value, so that the value of a flag is never taken for a command. */
function valueCases(specs: readonly CommandSpec[]): string {
  return specs
    .flatMap(({ path, flags }) =>
      flags.flatMap(({ name, value }) => (value ? [`    '${path}:${name}') ${answer(value)} ;;`] : [])),
    )
    .join('\n');
}

/** The completion script for bash. It reads the typed line itself, because bash splits words at colons and at `=`. */
export function bashScript(specs: readonly CommandSpec[]): string {
  return `# Completion of ${PROGRAM} for bash. Load it with: eval "$(${PROGRAM} completion bash)"
_energy_sandbox() {
  local line=\${COMP_LINE:0:COMP_POINT} tokens current='' previous='' path='' token words='' files='' isValue='' index
  read -ra tokens <<< "$line"
  if [[ $line != *[[:space:]] ]]; then
    current=\${tokens[\${#tokens[@]}-1]}
    unset "tokens[\${#tokens[@]}-1]"
  fi
  for ((index = 1; index < \${#tokens[@]}; index++)); do
    token=\${tokens[index]}
    if [[ $isValue ]]; then isValue=''; continue; fi
    case $token in
      ${flagsWithValue(specs).join('|')}) isValue=yes ;;
    esac
    case "\${path:+$path }$token" in
${pathCases(specs, 'path')}
    esac
  done
  previous=\${tokens[\${#tokens[@]}-1]}
  if [[ $current == --*=* ]]; then
    previous=\${current%%=*}
    current=\${current#*=}
    isValue=yes
  fi
  if [[ $isValue ]]; then
    case "$path:$previous" in
${valueCases(specs).replace(/^ {4}/gm, '      ')}
    esac
  else
    case $path in
${specs.map(spec => `      '${spec.path}') ${answer(candidatesAt(spec))} ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ $files ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
  local beforeColon=\${current%"\${current##*:}"}
  if [[ $COMP_WORDBREAKS == *:* && $beforeColon ]]; then
    COMPREPLY=("\${COMPREPLY[@]#"$beforeColon"}")
  fi
}
complete -o filenames -F _energy_sandbox ${PROGRAM} ${OTHER_NAME}
`;
}
