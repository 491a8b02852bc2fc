import type { Settings } from './assumptions.ts';
import { type Package, recommend } from './catalogue.ts';
import { drawOf } from './seeded-ids.ts';

/** The Energy that a recipient is likely to need, and the package that covers it (specification: Estimate result). */
export interface Estimate {
  readonly energy: number;
  readonly package: Package | null;
}

const HOLDER_ENERGY = 65_000;
const NEW_HOLDER_ENERGY = 131_000;

/** True if the recipient holds USDT on the simulated network. */
function holdsUsdt({ estimate_holders: holders }: Settings, seed: string, address: string): boolean {
  return holders === 'by_address' ? drawOf(seed, `holder ${address}`, 0) < 0.5 : holders === 'all';
}

/**
 * Estimates the Energy for a transfer to an address.
 * @param hint the has_usdt of the request; null if it has none
 */
export function estimateEnergy(
  settings: Settings,
  seed: string,
  address: string,
  hint: boolean | null,
): Estimate {
  const energy = (hint ?? holdsUsdt(settings, seed, address)) ? HOLDER_ENERGY : NEW_HOLDER_ENERGY;
  return { energy, package: recommend(settings.packages, energy) };
}
