import { type CommandSpec, type FlagSpec, OTHER_NAME, PROGRAM } from './command-spec.ts';

const quoted = (words: readonly string[]): string => `'${words.join(' ')}'`;

/** The condition under which a command is the one being typed. */
function condition(path: string, subcommands: readonly string[]): string {
  if (path === '') return '__fish_use_subcommand';
  const seen = path.split(' ').map(word => `__fish_seen_subcommand_from ${word}`);
  const not = subcommands.length > 0 ? [`not __fish_seen_subcommand_from ${subcommands.join(' ')}`] : [];
  return [...seen, ...not].join('; and ');
}

function flagLine(start: string, { name, value }: FlagSpec): string {
  const flag = `${start} -l ${name.replace(/^-+/, '')}`;
  if (!value) return flag;
  const words = value.words.length > 0 ? ` -a ${quoted(value.words)}` : '';
  return `${flag} ${value.areFiles ? '-r -F' : '-x'}${words}`;
}

/** The completion script for fish. */
export function fishScript(specs: readonly CommandSpec[]): string {
  const lines = specs.flatMap(({ path, subcommands, flags, argument }) => {
    const start = `complete -c ${PROGRAM} -n '${condition(path, subcommands)}'`;
    const words = [...subcommands, ...argument.words];
    return [
      ...(words.length > 0 ? [`${start} -a ${quoted(words)}`] : []),
      ...(argument.areFiles ? [`${start} -F`] : []),
      ...flags.map(flag => flagLine(start, flag)),
    ];
  });
  return `# Completion of ${PROGRAM} for fish. Load it with: ${PROGRAM} completion fish | source
complete -c ${PROGRAM} -f
complete -c ${OTHER_NAME} -w ${PROGRAM}
${lines.join('\n')}
`;
}
