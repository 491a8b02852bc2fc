import { dismiss, toasts } from '../store/toasts.ts';
import { Button } from './button.tsx';

/** The toasts. Screen readers announce them. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isBad, action }) => (
        <div key={id} class={`toast ${isBad ? 'bad' : ''}`}>
          <span>{text}</span>
          {action && (
            <Button
              look="small"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.text}
            </Button>
          )}
          <Button icon="cross" look="quiet small icon" aria-label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
