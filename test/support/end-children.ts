import { afterAll } from 'vitest';
import { endChildren } from './children.ts';

// After each test file.
afterAll(endChildren);
