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

/** The Energy of a USDT transfer to an address. */
const transferEnergy = (settings: Settings, seed: string, address: string): number =>
  holdsUsdt(settings, seed, address) ? HOLDER_ENERGY : NEW_HOLDER_ENERGY;

/** True if the recipient holds USDT on the simulated network. */
function holdsUsdt({ estimate_holders: holders }: Settings, seed: string, address: string): boolean {
  return holders === 'by_address' ? drawOf(seed, `holder ${address}`, 0) < 0.5 : holders === 'all';
}

/**
 * Estimates the Energy that an operation with a recipient needs.
 * @param hint the has_usdt of the request, whether a USDT operation is planned; null if it has none, which means yes
 */
export function estimateEnergy(
  settings: Settings,
  seed: string,
  address: string,
  hint: boolean | null,
): Estimate {
  const transfer = transferEnergy(settings, seed, address);
  const energy = hint === false ? Math.min(settings.estimate_without_usdt, transfer) : transfer;
  return { energy, package: recommend(settings.packages, energy) };
}
