import {
  type Candidates,
  type CommandSpec,
  candidatesAt,
  flagsWithValue,
  OTHER_NAME,
  PROGRAM,
  pathCases,
} from './command-spec.ts';

const answer = ({ words, areFiles }: Candidates): string =>
  `candidates=(${words.map(word => `'${word}'`).join(' ')})${areFiles ? ' files=yes' : ''}`;

/** The completion script for zsh. */
export function zshScript(specs: readonly CommandSpec[]): string {
  const values = specs.flatMap(({ path, flags }) =>
    flags.flatMap(({ name, value }) => (value ? [`      '${path}:${name}') ${answer(value)} ;;`] : [])),
  );
  const words = specs.map(spec => `      '${spec.path}') ${answer(candidatesAt(spec))} ;;`);
  return `#compdef ${PROGRAM} ${OTHER_NAME}
# Completion of ${PROGRAM} for zsh. Load it after compinit with: eval "$(${PROGRAM} completion zsh)"
_energy_sandbox() {
  local command='' token previous='' isValue='' files=''
  local -a candidates
  for token in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n $isValue ]]; then isValue=''; continue; fi
    previous=$token
    case $token in
      ${flagsWithValue(specs).join('|')}) isValue=yes ;;
    esac
    case "\${command:+$command }$token" in
${pathCases(specs, 'command')}
    esac
  done
  if [[ $PREFIX == --*=* ]]; then
    previous=\${PREFIX%%=*}
    isValue=yes
    compset -P '*='
  fi
  if [[ -n $isValue ]]; then
    case "$command:$previous" in
${values.join('\n')}
    esac
  else
    case $command in
${words.join('\n')}
    esac
  fi
  compadd -a candidates
  if [[ -n $files ]]; then _files; fi
}
compdef _energy_sandbox ${PROGRAM} ${OTHER_NAME}
`;
}
