import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../../api.ts';
import { span } from '../../format.ts';
import { Segments } from '../../parts/field.tsx';
import { Switch } from '../../parts/switch.tsx';
import { useChoice } from '../../store/choice.ts';
import { attempt } from '../../store/toasts.ts';

type Receiver = Schemas['Receiver'];
/** The receiver settings that this control changes. */
type Setting = Pick<Receiver, 'status' | 'delay_ms' | 'hang' | 'times' | 'verify'>;
type Mode = 'ok' | 'error' | 'slow' | 'hang';

const USUAL = { status: 200, delay_ms: 0, hang: false } as const;

/** The choices of the control. */
const MODES: readonly (readonly [mode: Mode, text: string, setting: Partial<Setting>])[] = [
  ['ok', '200', {}],
  ['error', '500', { status: 500 }],
  ['slow', 'Slow, 3 s', { delay_ms: 3_000 }],
  ['hang', 'Hang', { hang: true }],
];

/** The value of the select for all deliveries. */
const ALL = 'all';

const timesText = (times: string): string => {
  if (times === ALL) return 'every delivery';
  return times === '1' ? 'the next one' : `the next ${times}`;
};

/** The choices of the number of deliveries, including the current one. */
const timesChoices = (current: string): (readonly [times: string, text: string])[] =>
  [...new Set([ALL, '1', '2', '3', current])].map(times => [times, timesText(times)] as const);

function modeOf({ status, delay_ms, hang }: Setting): Mode | null {
  if (hang) return 'hang';
  if (status >= 500) return 'error';
  if (status !== 200) return null;
  return delay_ms > 0 ? 'slow' : 'ok';
}

/** The settings in words. */
function dialText({ status, delay_ms, hang, times }: Setting): string {
  const what = hang
    ? 'Never responds, so that each delivery times out'
    : `Responds with ${status}${delay_ms > 0 ? ` after ${span(delay_ms)}` : ' at once'}`;
  if (times === null) return `${what}.`;
  return `${what}, for ${times === 1 ? 'one more delivery' : `${times} more deliveries`}; then with 200.`;
}

interface Props {
  readonly account: string;
  readonly receiver: Receiver;
  readonly onChanged: () => Promise<void>;
}

/** Shows how the receiver responds, and lets the user change it. */
export function Dial({ account, receiver, onChanged }: Props) {
  const { shown, choose } = useChoice<Setting>(receiver, async setting => {
    const { status, delay_ms, hang, times, verify } = setting;
    const body = { status, delay: `${delay_ms}ms`, hang, times, verify };
    await attempt(() => api.put('/_sandbox/accounts/{account}/receiver', { path: { account }, body }));
    await onChanged();
  });
  /** The number of deliveries to which the next choice applies. */
  const next = useSignal(ALL);
  const mode = modeOf(shown);
  const isUsual = mode === 'ok';
  const times = isUsual ? next.value : String(shown.times ?? ALL);
  const setMode = (chosen: Mode): void => {
    const [, , setting] = MODES.find(([one]) => one === chosen)!;
    const limit = chosen === 'ok' || times === ALL ? null : Number(times);
    choose({ ...USUAL, ...setting, times: limit, verify: shown.verify });
  };
  const setTimes = (chosen: string): void => {
    next.value = chosen;
    if (!isUsual) choose({ ...shown, times: chosen === ALL ? null : Number(chosen) });
  };
  return (
    <div class="dial">
      <div class="row">
        <span class="soft">Respond with</span>
        <Segments<Mode | ''>
          label="Response"
          value={mode ?? ''}
          options={MODES.map(([one, text]) => [one, text] as const)}
          onChange={one => one !== '' && setMode(one)}
        />
        <TimesChoice times={times} onChange={setTimes} />
        <Switch
          label="Verify signatures"
          isLabelShown
          isOn={shown.verify}
          onChange={verify => choose({ ...shown, verify })}
        />
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

function TimesChoice({ times, onChange }: { times: string; onChange: (times: string) => void }) {
  return (
    <span class="row tight">
      <span class="soft">to</span>
      <select
        class="select"
        aria-label="For how many deliveries"
        value={times}
        onChange={event => onChange(event.currentTarget.value)}
      >
        {timesChoices(times).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}
