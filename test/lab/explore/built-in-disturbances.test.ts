import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { disturbancesWith, SHORT } from '../../../src/lab/explore/built-in-disturbances.ts';
import type { Disturbance } from '../../../src/lab/explore/disturbance.ts';

const DOCUMENT = readFileSync(new URL('../../../docs/explore.md', import.meta.url), 'utf8');

const rowOf = ({ id, title, isTiming, isOutcome, restarts }: Disturbance): string => {
  const kinds = [isTiming && ' *timing*', restarts && ' *restart*', isOutcome && ' *outcome*'].filter(
    Boolean,
  );
  return `| \`${id}\`${kinds.join('')} | ${title} |`;
};

test('docs/explore.md lists every disturbance as it is, in the order in which they are tried', () => {
  const rows = disturbancesWith(SHORT).map(rowOf);
  expect(
    DOCUMENT.split('\n').filter(
      line => /^\| `[a-z0-9-]+`( \*\w+\*)* \| [a-z]/.test(line) && !line.startsWith('| `--'),
    ),
  ).toEqual(rows);
});
