import type { Package } from '../../../core/domain/catalogue.ts';
import { count, plural } from '../../format.ts';
import { ChoiceField, Field, Segments, TextField } from '../../parts/field.tsx';
import type { Draft } from './draft.ts';

interface Props {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly packages: readonly Package[];
}

/** The fields of an order. */
export function OrderFields(props: Props) {
  const { draft } = props;
  return (
    <>
      <Product {...props} />
      {draft.kind === 'single' ? <SingleFields {...props} /> : <BulkFields {...props} />}
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
      <div class="fields across wide">
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

function SingleFields({ draft, change }: Props) {
  return (
    <>
      <TextField
        label="Recipient"
        mono
        value={draft.address}
        onInput={address => change({ address })}
        help={
          draft.scenario && draft.via === 'address' ? 'The magic address is sent in its place.' : undefined
        }
      />
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

function BulkFields({ draft, change }: Props) {
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
      <TextField
        label="external_id prefix for lines without one"
        mono
        value={draft.externalId}
        onInput={externalId => change({ externalId })}
      />
    </>
  );
}
