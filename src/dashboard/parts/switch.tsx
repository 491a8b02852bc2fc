import { useChoice } from '../store/choice.ts';

interface SwitchProps {
  readonly label: string;
  /** True if the label stands beside the switch; otherwise only assistive technology has it. */
  readonly isLabelShown?: boolean;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch. */
export function Switch({ label, isLabelShown = false, isOn, onChange }: SwitchProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        role="switch"
        class="switch"
        aria-label={isLabelShown ? undefined : label}
        checked={isOn}
        aria-checked={isOn}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      {isLabelShown && label}
    </label>
  );
}

interface SettingSwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  /** Changes the setting and loads it again. */
  readonly onSet: (isOn: boolean) => Promise<unknown>;
}

/** A switch whose setting is on the server. */
export function SettingSwitch({ label, isOn, onSet }: SettingSwitchProps) {
  const { shown, choose } = useChoice(isOn, onSet);
  return <Switch label={label} isOn={shown} onChange={choose} />;
}
