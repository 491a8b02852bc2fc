/**
 * What mainnet wrote into `receipt` for transfers of USDT: three of block 84,940,364 (31 July 2026), and one of November
 * 2024 that failed when a unit of Energy cost 210 sun. Fields of value 0 are absent.
 */
export const MAINNET_RECEIPTS = {
  /** The sender had rented Energy and had no free bandwidth left. */
  toHolderWithoutBandwidth: {
    energy_usage: 64_285,
    energy_usage_total: 64_285,
    net_fee: 345_000,
    result: 'SUCCESS',
    energy_penalty_total: 49_635,
  },
  /** The sender had rented Energy; the recipient had no USDT before. */
  toNewHolder: {
    energy_usage: 130_285,
    energy_usage_total: 130_285,
    net_usage: 345,
    result: 'SUCCESS',
    energy_penalty_total: 100_635,
  },
  toHolder: {
    energy_usage: 64_285,
    energy_usage_total: 64_285,
    net_usage: 345,
    result: 'SUCCESS',
    energy_penalty_total: 49_635,
  },
  /** Without Energy, with a fee_limit of 16,500,120 sun; the recipient had no USDT before. */
  outOfEnergy: {
    energy_fee: 16_500_120,
    energy_usage_total: 78_572,
    net_usage: 345,
    result: 'OUT_OF_ENERGY',
    energy_penalty_total: 25_905,
  },
} as const;
