import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * The names of Chromium and of browsers that are based on it, in the order in which they are preferred. The headless shell
 * is first: it draws no window around the pages, and the tests take two thirds of the processor time with it.
 */
const COMMANDS = [
  ...['chromium-headless-shell', 'chrome-headless-shell'],
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  ...['microsoft-edge', 'microsoft-edge-stable'],
];

/** Folders of commands that are not in every PATH. */
const COMMAND_FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/var/lib/flatpak/exports/bin'];

/** Where macOS and Windows keep applications. */
const APPLICATION_FOLDERS = [
  ...['/Applications', join(homedir(), 'Applications')],
  ...['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap(name => process.env[name] ?? []),
];

const APPLICATIONS = [
  ...['Google Chrome', 'Chromium', 'Microsoft Edge'].map(name => `${name}.app/Contents/MacOS/${name}`),
  ...['Google/Chrome', 'Chromium'].map(name => `${name}/Application/chrome.exe`),
  'Microsoft/Edge/Application/msedge.exe',
];

/** Where Playwright keeps the browsers that it has installed. */
const PLAYWRIGHT_FOLDERS = [
  process.env.PLAYWRIGHT_BROWSERS_PATH ?? '',
  join(homedir(), '.cache/ms-playwright'),
  join(homedir(), 'Library/Caches/ms-playwright'),
  join(process.env.LOCALAPPDATA ?? '', 'ms-playwright'),
].filter(folder => folder !== '' && existsSync(folder));

const PLAYWRIGHT_PROGRAMS = [
  ...['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-win/chrome.exe', 'chrome-win64/chrome.exe'],
  ...['chrome-mac', 'chrome-mac-arm64', 'chrome-mac-x64'].flatMap(folder => [
    `${folder}/Chromium.app/Contents/MacOS/Chromium`,
    `${folder}/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing`,
  ]),
  ...['chrome-linux/headless_shell', 'chrome-headless-shell-linux64/chrome-headless-shell'],
];

const within = (folders: readonly string[], paths: readonly string[]): string[] =>
  paths.flatMap(path => folders.map(folder => join(folder, path)));

/** The versions of Chromium in a folder of Playwright, the newest first. */
const versionsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => name.startsWith('chromium'))
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map(name => join(folder, name));

/** The path of Chromium, or null. CHROMIUM_PATH names another than the first that is found. */
export function chromiumPath(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  const inPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const paths = [
    ...within([...inPath, ...COMMAND_FOLDERS], COMMANDS),
    ...within(APPLICATION_FOLDERS, APPLICATIONS),
    ...within(PLAYWRIGHT_FOLDERS.flatMap(versionsIn), PLAYWRIGHT_PROGRAMS),
  ];
  return paths.find(existsSync) ?? null;
}
