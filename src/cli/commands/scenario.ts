import type { Command } from 'commander';
import type { ProcessIo } from '../process-io.ts';
import { defineCheck } from './scenario/check.ts';
import { defineList } from './scenario/list.ts';
import { defineNew } from './scenario/new.ts';
import { defineShow } from './scenario/show.ts';
import { defineUse } from './scenario/use.ts';

const EXAMPLES = `
Examples:
  energy-sandbox scenario list
  energy-sandbox scenario show failed-with-refund > failed-with-refund.yaml
  energy-sandbox scenario new my-failure
  energy-sandbox scenario check my-failure.yaml
  energy-sandbox scenario use my-failure.yaml rate-limited
  energy-sandbox scenario none`;

export function define(command: Command, io: ProcessIo): void {
  command.usage('<command>').addHelpText('after', EXAMPLES);
  for (const defineOne of [defineList, defineShow, defineCheck, defineNew, defineUse]) {
    defineOne(command, io);
  }
}
