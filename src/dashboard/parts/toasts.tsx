import { dismiss, toasts } from '../store/toasts.ts';
import { Button } from './button.tsx';

/** The toasts. Screen readers announce them. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isBad }) => (
        <div key={id} class={`toast ${isBad ? 'bad' : ''}`}>
          <span>{text}</span>
          <Button icon="cross" look="quiet small icon" aria-label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
