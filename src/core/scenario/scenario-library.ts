import { didYouMean } from '../text/nearest-word.ts';
import type { Scenario } from './scenario-schema.ts';

export class ScenarioClash extends Error {
  override readonly name = 'ScenarioClash';
}

export class ScenarioLibrary {
  private byName = new Map<string, Scenario>();
  private byAddress = new Map<string, Scenario>();
  /** The scenarios that a user's scenario of the same name may replace. */
  builtIn: ReadonlySet<Scenario> = new Set();
  /** The scenarios that apply to all accounts, after their active ones and before the default. */
  disturbances: readonly Scenario[] = [];

  constructor(builtIn: Iterable<Scenario> = []) {
    for (const scenario of builtIn) this.add(scenario);
    this.builtIn = new Set(builtIn);
  }

  get(name: string): Scenario | undefined {
    return this.byName.get(name);
  }

  names(): string[] {
    return [...this.byName.keys()].sort();
  }

  all(): Scenario[] {
    return this.names().map(name => this.byName.get(name)!);
  }

  byMagicAddress(address: string): Scenario | undefined {
    return this.byAddress.get(address);
  }

  /**
   * Adds a scenario. One with the name of a built-in scenario replaces it.
   * @throws ScenarioClash if another scenario has the same name or the same magic address
   */
  add(scenario: Scenario): void {
    const namesake = this.byName.get(scenario.name);
    if (namesake && !this.builtIn.has(namesake)) {
      throw new ScenarioClash(`there are two scenarios named ${scenario.name}; rename one`);
    }
    const { magic_address } = scenario;
    const holder = magic_address === undefined ? undefined : this.byAddress.get(magic_address);
    if (holder && holder !== namesake) {
      throw new ScenarioClash(
        `${scenario.name} and ${holder.name} have the same magic_address ${magic_address}; change one of them`,
      );
    }
    if (namesake?.magic_address !== undefined) this.byAddress.delete(namesake.magic_address);
    this.byName.set(scenario.name, scenario);
    if (magic_address !== undefined) this.byAddress.set(magic_address, scenario);
  }

  /** Has the scenarios of another library with the same built-in ones from now on. The disturbances stay. */
  replaceBy({ byName, byAddress }: ScenarioLibrary): void {
    this.byName = byName;
    this.byAddress = byAddress;
  }

  explainUnknown(name: string): string {
    const near = didYouMean(name, this.byName.keys());
    return `there is no scenario named ${JSON.stringify(name)}${near || '; the command `scenario list` lists them all'}`;
  }
}
