import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { Concern } from './attention.ts';

interface Props {
  readonly concerns: readonly Concern[];
  /** Clears the list of unknown callers. */
  readonly onDismiss: () => void;
}

/** The concerns that need attention; each entry links to the place that shows it. */
export function AttentionList({ concerns, onDismiss }: Props) {
  const hasUnknown = concerns.some(one => one.isUnknownCaller);
  return (
    <Card
      title="Needs attention"
      flush
      actions={
        hasUnknown && (
          <button type="button" class="button small quiet" onClick={onDismiss}>
            Dismiss unknown callers
          </button>
        )
      }
    >
      {concerns.length === 0 ? (
        <p class="inside-pad row tight soft">
          <Icon name="check" /> Nothing at present.
        </p>
      ) : (
        <ul class="concerns">
          {concerns.map(({ id, tone, what, detail, href }) => (
            <li key={id} class={`tone-${tone}`}>
              <a href={href}>{what}</a>
              <span class="soft break">{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
