import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { disturbancesWith, SHORT } from '../../../src/lab/explore/built-in-disturbances.ts';
import type { Disturbance } from '../../../src/lab/explore/disturbance.ts';

const PAGE = fileURLToPath(new URL('../../../docs/explore.md', import.meta.url));

const rowOf = ({ id, title, isTiming, isOutcome, restarts }: Disturbance): string => {
  const kinds = [isTiming && ' *timing*', restarts && ' *restart*', isOutcome && ' *outcome*'].filter(
    Boolean,
  );
  return `| \`${id}\`${kinds.join('')} | ${title} |`;
};

/** The part of docs/explore.md that is written from the disturbances. */
const TABLE = /(?<=<!-- disturbances -->\n.*\n\n)[\s\S]*(?=<!-- end of disturbances -->)/;

/** The content of docs/explore.md with the present disturbances. @param page its content so far */
const exploreDocument = (page: string): string =>
  page.replace(
    TABLE,
    ['| id | what happens |', '|---|---|', ...disturbancesWith(SHORT).map(rowOf), ''].join('\n'),
  );

test('docs/explore.md lists every disturbance, in the order in which they are tried; `npm run generate-explore` writes it', async () => {
  const page = await readFile(PAGE, 'utf8');
  expect(page).toMatch(TABLE);
  await expect(exploreDocument(page)).toMatchFileSnapshot(PAGE);
});
