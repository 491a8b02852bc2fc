import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findingsDocument } from '../../src/findings/generate-document.ts';

test('docs/findings.md matches the rules; `npm run generate-findings` writes it', () => {
  const path = join(import.meta.dirname, '../../docs/findings.md');
  expect(readFileSync(path, 'utf8') === findingsDocument()).toBe(true);
});
