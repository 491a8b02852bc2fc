import { type Signal, useSignal } from '@preact/signals';
import { api, type Schemas } from '../../api.ts';
import { span } from '../../format.ts';
import { Segments } from '../../parts/field.tsx';
import { SelectFilter } from '../../parts/select-filter.tsx';
import { Switch } from '../../parts/switch.tsx';
import { attempt } from '../../store/toasts.ts';

type Receiver = Schemas['Receiver'];
type Setting = Schemas['ReceiverRequest'];
type Mode = 'ok' | 'error' | 'slow' | 'hang';

/** The positions of the dial. */
const MODES: readonly (readonly [mode: Mode, text: string, setting: Setting])[] = [
  ['ok', '200', {}],
  ['error', '500', { status: 500 }],
  ['slow', 'Slow, 3 s', { delay: '3s' }],
  ['hang', 'Hang', { hang: true }],
];

type Times = 'all' | '1' | '2' | '3';

const TIMES: readonly (readonly [times: Times, text: string])[] = [
  ['all', 'every delivery'],
  ['1', 'the next one'],
  ['2', 'the next 2'],
  ['3', 'the next 3'],
];

function modeOf({ status, delay_ms, hang }: Receiver): Mode | null {
  if (hang) return 'hang';
  if (status >= 500) return 'error';
  if (status !== 200) return null;
  return delay_ms > 0 ? 'slow' : 'ok';
}

/** The dial in words. */
function dialText({ status, delay_ms, hang, times }: Receiver): string {
  const what = hang
    ? 'Never responds, so that each delivery times out'
    : `Responds with ${status}${delay_ms > 0 ? ` after ${span(delay_ms)}` : ' at once'}`;
  if (times === null) return `${what}.`;
  return `${what}, for ${times === 1 ? 'one more delivery' : `${times} more deliveries`}; then with 200.`;
}

interface Props {
  readonly account: string;
  readonly receiver: Receiver;
  readonly onChanged: () => void;
}

/** How the receiver responds, with a choice of what it is told to do. */
export function Dial({ account, receiver, onChanged }: Props) {
  const times = useSignal<Times>('all');
  const set = async (setting: Setting): Promise<boolean> => {
    const went = await attempt(() =>
      api.put('/_sandbox/accounts/{account}/receiver', { path: { account }, body: setting }),
    );
    onChanged();
    return went;
  };
  const mode = modeOf(receiver);
  const choose = (chosen: Mode): Promise<boolean> => {
    const [, , setting] = MODES.find(([one]) => one === chosen)!;
    const isLimited = chosen !== 'ok' && times.value !== 'all';
    return set({
      ...setting,
      verify: receiver.verify,
      ...(isLimited ? { times: Number(times.value) } : {}),
    });
  };
  return (
    <div class="dial">
      <div class="row">
        <span class="soft">Respond with</span>
        <Segments<Mode | ''>
          label="Response"
          value={mode ?? ''}
          options={MODES.map(([one, text]) => [one, text] as const)}
          onChange={one => one !== '' && void choose(one)}
        />
        <TimesChoice times={times} />
        <VerifySwitch receiver={receiver} onSet={set} />
      </div>
      <p class="tail" role="status">
        {dialText(receiver)}{' '}
        {receiver.verify
          ? 'Deliveries without a valid signature get 401.'
          : 'Forged deliveries are treated like genuine ones.'}
      </p>
    </div>
  );
}

function TimesChoice({ times }: { times: Signal<Times> }) {
  return (
    <span class="row tight">
      <span class="soft">to</span>
      <SelectFilter name="For how many deliveries" chosen={times} options={TIMES} />
    </span>
  );
}

interface VerifySwitchProps {
  readonly receiver: Receiver;
  readonly onSet: (setting: Setting) => Promise<boolean>;
}

function VerifySwitch({ receiver, onSet }: VerifySwitchProps) {
  const { status, delay_ms, hang, times, verify } = receiver;
  return (
    <Switch
      label="Verify signatures"
      isLabelShown
      isOn={verify}
      onSet={isOn => onSet({ status, delay: `${delay_ms}ms`, hang, times, verify: isOn })}
    />
  );
}
