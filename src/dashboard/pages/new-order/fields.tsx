import type { Package } from '../../../domain/catalogue.ts';
import { count, plural } from '../../format.ts';
import { ChoiceField, Field, Segments, TextField } from '../../parts/field.tsx';
import type { Draft } from './draft.ts';

/** A magic address and the scenario that it selects for the order. */
export interface Recipient {
  readonly address: string;
  readonly name: string;
  readonly summary: string;
}

interface Props {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly packages: readonly Package[];
  readonly magic: readonly Recipient[];
  readonly scenarios: readonly string[];
}

/** The fields of an order. */
export function OrderFields(props: Props) {
  const { draft, change, scenarios } = props;
  return (
    <>
      <Product {...props} />
      {draft.kind === 'single' ? <SingleFields {...props} /> : <BulkFields {...props} />}
      <ChoiceField
        label="Scenario for this request"
        value={draft.scenario}
        options={[['', 'none'] as const, ...scenarios.map(name => [name, name] as const)]}
        onChange={scenario => change({ scenario })}
        help="Sent as X-Sandbox-Scenario. Applies to the request and to the orders that it creates."
      />
    </>
  );
}

function Product({ draft, change, packages }: Props) {
  const chosen = packages.find(({ id }) => String(id) === draft.packageId);
  const durations = draft.product === 'package' ? (chosen?.durationsMinutes ?? []) : [60];
  return (
    <div class="stack">
      <Segments
        label="Product"
        value={draft.product}
        options={[
          ['package', 'Package'],
          ['custom', 'Custom amount'],
        ]}
        onChange={product => change({ product, duration: '' })}
      />
      <div class="fields across">
        {draft.product === 'package' ? (
          <ChoiceField
            label="Package"
            value={draft.packageId}
            options={packages.map(({ id, name, energyAmount }) => [
              String(id),
              `${id}: ${name}, ${count(energyAmount)}`,
            ])}
            onChange={packageId => change({ packageId })}
          />
        ) : (
          <TextField
            label="Energy"
            type="number"
            value={draft.energyAmount}
            onInput={energyAmount => change({ energyAmount })}
          />
        )}
        <ChoiceField
          label="Duration"
          value={draft.duration}
          options={[
            ['', 'not sent'] as const,
            ...durations.map(minutes => [String(minutes), plural(minutes, 'minute')] as const),
          ]}
          onChange={duration => change({ duration })}
        />
      </div>
    </div>
  );
}

function SingleFields({ draft, change, magic }: Props) {
  const picked = magic.find(({ address }) => address === draft.address);
  return (
    <>
      <TextField label="Recipient" mono value={draft.address} onInput={address => change({ address })} />
      <MagicPicker magic={magic} value={picked?.address ?? ''} onPick={address => change({ address })} />
      {picked && <p class="soft">{picked.summary}</p>}
      <TextField
        label="external_id"
        mono
        value={draft.externalId}
        onInput={externalId => change({ externalId })}
        help="If sent twice, the service returns the existing order."
      />
    </>
  );
}

function MagicPicker({
  magic,
  value,
  onPick,
}: {
  magic: readonly Recipient[];
  value: string;
  onPick: (address: string) => void;
}) {
  return (
    <ChoiceField
      label="Magic addresses"
      value={value}
      options={[
        ['', 'choose an outcome…'] as const,
        ...magic.map(({ address, name }) => [address, name] as const),
      ]}
      onChange={address => {
        if (address) onPick(address);
      }}
      help="Each of these recipients selects a scenario."
    />
  );
}

function BulkFields({ draft, change, magic }: Props) {
  return (
    <>
      <Field
        label="Recipients (1 to 50)"
        help="One per line, optionally preceded by an external_id and a space."
      >
        {attributes => (
          <textarea
            {...attributes}
            class="area mono"
            rows={7}
            spellcheck={false}
            value={draft.lines}
            onInput={event => change({ lines: event.currentTarget.value })}
          />
        )}
      </Field>
      <MagicPicker
        magic={magic}
        value=""
        onPick={address => change({ lines: `${draft.lines.trimEnd()}\n${address}`.trim() })}
      />
      <TextField
        label="external_id prefix for lines without one"
        mono
        value={draft.externalId}
        onInput={externalId => change({ externalId })}
      />
    </>
  );
}
