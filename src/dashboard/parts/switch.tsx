import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

interface Props {
  readonly label: string;
  /** True if the label stands beside the switch; otherwise only assistive technology has it. */
  readonly isLabelShown?: boolean;
  readonly isOn: boolean;
  /** Changes the setting. Resolves to false if that failed. */
  readonly onSet: (isOn: boolean) => Promise<boolean>;
}

/**
 * A switch whose setting is on the server. While it is being changed, the switch shows what was chosen, also if the page
 * is rendered with the previous setting meanwhile; if the change fails, it goes back.
 */
export function Switch({ label, isLabelShown = false, isOn, onSet }: Props) {
  const chosen = useSignal<boolean | null>(null);
  // Before the next click, so that what it chooses stays.
  useLayoutEffect(() => {
    chosen.value = null;
  }, [isOn, chosen]);
  const shown = chosen.value ?? isOn;
  return (
    <label class="check">
      <input
        type="checkbox"
        role="switch"
        class="switch"
        aria-label={isLabelShown ? undefined : label}
        checked={shown}
        aria-checked={shown}
        onChange={async event => {
          chosen.value = event.currentTarget.checked;
          const went = await onSet(event.currentTarget.checked);
          if (!went) chosen.value = null;
        }}
      />
      {isLabelShown && label}
    </label>
  );
}
