import type { Contract } from './contract/types.ts';
import { CoverageCounter } from './coverage/coverage-counter.ts';
import { FactStream } from './facts/fact-stream.ts';
import { ofIntegration } from './facts/integration-facts.ts';
import { Findings } from './findings/findings.ts';
import { OptionError, type SandboxOptions } from './options.ts';
import { RunFile, type RunPart } from './run-folder/run-folder.ts';
import type { Core } from './runtime/core.ts';
import type { Scenario } from './scenario/scenario-schema.ts';
import { TraceRecorder } from './trace/trace.ts';

/** What judges the integration. */
interface Judges {
  readonly findings: Findings;
  readonly coverage: CoverageCounter;
  /** What the sandbox adds to a run. */
  readonly part: () => RunPart;
  /** Null if it adds nothing to a run folder. */
  readonly runFile: RunFile | null;
}

/** What is judged: all that happens in the core, and the scenarios that can provoke more of it. */
interface Judged {
  readonly core: Core;
  readonly builtIn: readonly Scenario[];
}

/** Derives findings and coverage from all that is recorded. @throws OptionError */
export function judgesOf(
  { core, builtIn }: Judged,
  { operations }: Contract,
  { run, findings: rules }: SandboxOptions,
): Judges {
  const findings = new Findings(rules);
  const coverage = new CoverageCounter(operations, builtIn);
  const integration = new FactStream();
  core.facts.join(ofIntegration(integration));
  integration.join(findings);
  integration.join(coverage);
  const part = () => ({
    findings: findings.all(() => Number.POSITIVE_INFINITY),
    rules: findings.judgements(),
    coverage: coverage.counts(),
  });
  if (run === undefined) return { findings, coverage, part, runFile: null };
  const recorder = new TraceRecorder(core.library.disturbances);
  integration.join(recorder);
  try {
    return {
      findings,
      coverage,
      part,
      runFile: new RunFile(run, () => ({ ...part(), trace: recorder.trace })),
    };
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}
