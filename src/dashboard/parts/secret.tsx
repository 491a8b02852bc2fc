import { CopyButton } from './copy-button.tsx';

/** A secret with a copy button. */
export function Secret({ name, text }: { name: string; text: string }) {
  return (
    <div class="field">
      <span class="label">{name}</span>
      <div class="row nowrap">
        <code class="break">{text}</code>
        <CopyButton text={text} name={`Copy: ${name}`} />
      </div>
    </div>
  );
}
