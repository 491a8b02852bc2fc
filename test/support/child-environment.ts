/**
 * What a process needs of the environment in which the tests were started: to find programs, its own folders and, on
 * Windows, the system; and the time zone, so that it sees the same local time as the test.
 */
const KEPT = [
  ...['PATH', 'HOME', 'TMPDIR', 'TZ'],
  ...[
    'SystemRoot',
    'ComSpec',
    'PATHEXT',
    'TEMP',
    'TMP',
    'USERPROFILE',
    'APPDATA',
    'LOCALAPPDATA',
    'ProgramFiles',
  ],
] as const;

/**
 * The environment of a process that a test starts. It has nothing else of the environment in which the tests were
 * started: whether that one asks for colors, debug output, a proxy or a locale, or has settings of npm, Node or the
 * sandbox, must not decide on a result.
 * @param added variables of this process; one without a value is removed
 */
export function childEnvironment(added: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const kept = KEPT.map(name => [name, process.env[name]] as const);
  // The cache would stay in the temporary folder.
  const entries = [...kept, ['NODE_DISABLE_COMPILE_CACHE', '1'] as const, ...Object.entries(added)];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
