import { useChoice } from '../store/choice.ts';

interface Props {
  readonly label: string;
  /** True if the label stands beside the switch; otherwise only assistive technology has it. */
  readonly isLabelShown?: boolean;
  readonly isOn: boolean;
  /** Changes the setting and loads it again. */
  readonly onSet: (isOn: boolean) => Promise<unknown>;
}

/** A switch whose setting is on the server. */
export function Switch({ label, isLabelShown = false, isOn, onSet }: Props) {
  const { shown, choose } = useChoice(isOn, onSet);
  return (
    <label class="check">
      <input
        type="checkbox"
        role="switch"
        class="switch"
        aria-label={isLabelShown ? undefined : label}
        checked={shown}
        aria-checked={shown}
        onChange={event => choose(event.currentTarget.checked)}
      />
      {isLabelShown && label}
    </label>
  );
}
