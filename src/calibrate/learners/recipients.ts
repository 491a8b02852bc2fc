import { isHexTronAddress } from '../../domain/address.ts';
import type { Knowledge } from '../knowledge.ts';
import { isFields } from '../recording.ts';
import {
  fromBounds,
  fromSightings,
  fromTrials,
  type LearnedRow,
  notObserved,
  type Sighting,
  shown,
  type Trial,
} from '../verdicts.ts';
import type { Learner } from './learner.ts';
import { observedPackages } from './packages.ts';

const HOLDER = 65_000;
const NEW_HOLDER = 131_000;

/** An estimate that was given. */
interface GivenEstimate {
  readonly label: string;
  readonly address: string;
  /** True unless the request said that no USDT operation is planned. */
  readonly isTransfer: boolean;
  readonly energy: number;
  /** The recommended package's id and amount; null if none was recommended. */
  readonly recommended: { readonly id: number; readonly energyAmount: number } | null;
}

export function estimatesOf({ judged }: Knowledge): readonly GivenEstimate[] {
  return judged.flatMap(({ call }) => {
    const { body, data } = call;
    if (call.operation !== 'createEstimate' || call.status !== 200 || !isFields(body) || !data) return [];
    const { recommended_package: pack, estimated_energy: energy } = data;
    if (!Number.isSafeInteger(energy) || typeof body.recipient_address !== 'string') return [];
    const recommended = isFields(pack)
      ? { id: pack.id as number, energyAmount: pack.energy_amount as number }
      : null;
    return [
      {
        label: call.label,
        address: body.recipient_address,
        isTransfer: body.has_usdt !== false,
        energy: energy as number,
        recommended,
      },
    ];
  });
}

/** The Energy of transfers, by recipient: the latest estimate of each. */
export const transferEnergies = (knowledge: Knowledge): ReadonlyMap<string, number> =>
  new Map(
    estimatesOf(knowledge)
      .filter(({ isTransfer }) => isTransfer)
      .map(({ address, energy }) => [address, energy]),
  );

function estimateAmounts(knowledge: Knowledge, estimates: readonly GivenEstimate[]): LearnedRow {
  const known = observedPackages(knowledge).filter(({ energyAmount, missing }) => energyAmount && !missing);
  const trials = estimates.flatMap(({ label, isTransfer, energy, recommended }): Trial[] => {
    const amount: Trial = {
      exchange: label,
      field: 'body.data.estimated_energy',
      observed: shown(energy),
      assumed: `${HOLDER} or ${NEW_HOLDER}`,
      holds: energy === HOLDER || energy === NEW_HOLDER,
    };
    const covering = known.filter(({ energyAmount }) => energyAmount!.value >= energy);
    const smallest = covering.reduce(
      (least, one) => Math.min(least, one.energyAmount!.value),
      Number.POSITIVE_INFINITY,
    );
    const actual = recommended?.energyAmount ?? Number.POSITIVE_INFINITY;
    const pack: Trial = {
      exchange: label,
      field: 'body.data.recommended_package',
      observed: recommended ? `package ${recommended.id}` : 'none',
      assumed: 'the smallest package that covers the estimate',
      holds: actual === smallest,
    };
    return isTransfer ? [amount, pack] : [pack];
  });
  return fromTrials('estimate_amounts', trials);
}

function holders({ assumed }: Knowledge, estimates: readonly GivenEstimate[]): LearnedRow {
  const row = 'estimate_holders';
  const transfers = estimates.filter(
    ({ isTransfer, energy }) => isTransfer && [HOLDER, NEW_HOLDER].includes(energy),
  );
  const first = transfers[0];
  if (!first) return notObserved(row);
  const energies = new Set(transfers.map(({ energy }) => energy));
  const evidence = transfers.slice(0, 5).map(({ label, energy }) => ({
    exchange: label,
    field: 'body.data.estimated_energy',
    observed: shown(energy),
    assumed: shown(assumed.estimate_holders),
  }));
  const addresses = new Set(transfers.map(({ address }) => address)).size;
  if (energies.size === 2) {
    const verdict = assumed.estimate_holders === 'by_address' ? 'confirmed' : 'contradicted';
    const observed = `both ${HOLDER} and ${NEW_HOLDER}, among ${addresses} recipients`;
    return { row, verdict, observed, count: transfers.length, evidence, value: 'by_address' };
  }
  // Recipients that are all alike can be so by chance.
  const alike = first.energy === HOLDER ? 'all' : 'none';
  const fits = assumed.estimate_holders === 'by_address' || assumed.estimate_holders === alike;
  return {
    row,
    verdict: fits ? 'narrowed' : 'contradicted',
    observed: `${first.energy} for all of ${addresses} recipients: ${alike} or by_address`,
    count: transfers.length,
    evidence,
    value: fits ? assumed.estimate_holders : alike,
  };
}

function withoutUsdt(knowledge: Knowledge, estimates: readonly GivenEstimate[]): LearnedRow {
  const transfers = transferEnergies(knowledge);
  const sightings = estimates.filter(({ isTransfer }) => !isTransfer);
  const exact = sightings.filter(({ address, energy }) => {
    const transfer = transfers.get(address);
    return transfer === undefined ? energy !== HOLDER && energy !== NEW_HOLDER : energy < transfer;
  });
  const evidence = sightings.map(({ label, energy }) => ({
    exchange: label,
    field: 'body.data.estimated_energy',
    observed: shown(energy),
  }));
  const { assumed } = knowledge;
  const last = exact.at(-1);
  if (last) {
    return fromBounds(
      'estimate_without_usdt',
      assumed,
      { min: last.energy, max: last.energy },
      last.energy,
      evidence,
    );
  }
  // An estimate that equals that of a transfer is a lower bound.
  const least = sightings.reduce((most, { energy }) => Math.max(most, energy), 0);
  if (least === 0) return notObserved('estimate_without_usdt');
  const witnessed = Math.max(assumed.estimate_without_usdt, least);
  return fromBounds('estimate_without_usdt', assumed, { min: least, max: null }, witnessed, evidence);
}

function hexAddresses({ assumed, judged, placements }: Knowledge): LearnedRow {
  const verdictOf = (error: string | null): string | null =>
    error === null ? 'accept' : error === 'INVALID_TRON_ADDRESS' ? 'reject' : null;
  const estimates = judged.flatMap(({ call, violations, unknown }): Sighting[] => {
    const address = isFields(call.body) ? call.body.recipient_address : null;
    const isProbe =
      call.operation === 'createEstimate' && typeof address === 'string' && isHexTronAddress(address);
    const value = isProbe && violations.length + unknown.length === 0 ? verdictOf(call.error) : null;
    if (value === null) return [];
    return [
      { exchange: call.label, field: 'body.recipient_address', value, observed: call.error ?? 'accepted' },
    ];
  });
  const orders = placements.flatMap(({ call, path, fields, error, isRepeat }): Sighting[] => {
    const { address } = fields;
    // The order of a used external_id is returned whatever its address is.
    const isProbe = typeof address === 'string' && isHexTronAddress(address) && isRepeat !== true;
    const value = isProbe ? verdictOf(error) : null;
    if (value === null) return [];
    return [{ exchange: call.label, field: `${path}.address`, value, observed: error ?? 'accepted' }];
  });
  return fromSightings('hex_addresses', assumed, [...estimates, ...orders]);
}

/** The recipients that were refused as not activated. */
export const inactiveAddresses = ({ placements }: Knowledge): readonly string[] => [
  ...new Set(
    placements.flatMap(({ fields, error }) =>
      error === 'ADDRESS_NOT_ACTIVE' && typeof fields.address === 'string' ? [fields.address] : [],
    ),
  ),
];

/** The network decides which addresses are active, not the service, so that no recording settles these rows. */
function activation(knowledge: Knowledge): LearnedRow[] {
  const inactive = inactiveAddresses(knowledge);
  const note =
    inactive.length === 0 ? '' : `${inactive.length} recipients were not activated; observed.yaml has them`;
  return [notObserved('deny_unknown', note), notObserved('active_addresses', note)];
}

/** Recipients: the forms of addresses, and estimates. */
export const learnRecipients: Learner = knowledge => {
  const estimates = estimatesOf(knowledge);
  return [
    estimateAmounts(knowledge, estimates),
    holders(knowledge, estimates),
    withoutUsdt(knowledge, estimates),
    hexAddresses(knowledge),
    ...activation(knowledge),
  ];
};
